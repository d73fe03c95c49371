import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Full } from "./messages";
import type { Line } from "./line";
import { Table } from "./table.svelte";

class FakeLine implements Line {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const full = (more: Partial<Full> = {}): Full => ({
  t: "full",
  v: 3,
  h: "",
  table: "t",
  game: "dakapo",
  players: 2,
  options: {},
  timing: {},
  chat: true,
  phase: "playing",
  number: 1,
  chairs: [
    { kind: "screen", taken: true, name: "Ada" },
    { kind: "open", taken: true, name: "Bo" },
  ],
  you: [0],
  first: 0,
  wins: [0, 0],
  to_move: 0,
  view: "",
  moves: [],
  movers: [],
  asked: {},
  said: [],
  commitment: "",
  board: { moves: [{ move: "a1r" }] },
  ...more,
});

let lines: FakeLine[];
let known: boolean;
let clock: number;
let table: Table;
const line = (): FakeLine => lines.at(-1) as FakeLine;

beforeEach(() => {
  vi.useFakeTimers();
  [lines, known, clock] = [[], true, 0];
  let ids = 0;
  table = new Table("t", {
    open: () => {
      lines.push(new FakeLine());
      return line();
    },
    exists: async () => known,
    now: () => clock,
    newId: () => `id${++ids}`,
    nonce: (_, { number }) => (number === 1 ? "mine" : undefined),
  });
  table.connect();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

describe("versions", () => {
  it("takes the next event and leaves an old one", () => {
    line().says(full());
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, board: { moves: [] }, to_move: 1 });
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, board: { moves: [] }, to_move: 1 });
    expect(table.full).toMatchObject({ v: 4, moves: ["a1r"], movers: [0], to_move: 1 });
    expect(table.befores).toEqual([{ moves: [{ move: "a1r" }] }]);
  });

  it("keeps what each move was made in, as long as the moves stay", () => {
    line().says(full({ moves: ["x"], movers: [1], board: { moves: [], at: 1 } }));
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, dealt: [null], board: { moves: [], at: 2 }, to_move: 1 });
    line().says({ t: "ev", v: 5, h: "", a: "b1b", by: 1, board: { moves: [], at: 3 }, to_move: 0 });
    expect(table.befores).toEqual([undefined, { moves: [], at: 1 }, undefined, { moves: [], at: 2 }]);
    // The last is taken back, and another is made while the line is cut.
    line().says(full({ v: 7, moves: ["x", "a1r", null, "c1g"], movers: [1, 0, -1, 1] }));
    expect(table.befores).toEqual([undefined, { moves: [], at: 1 }, undefined]);
    line().says(full({ v: 8, number: 2, moves: ["x", "a1r"], movers: [1, 0] }));
    expect(table.befores).toEqual([]);
  });

  it("tells each state as it becomes true, with who moved and whether the board changed", () => {
    const news: unknown[] = [];
    table.onnews = ({ v }, mover, quiet) => news.push([v, mover, quiet]);
    line().says(full());
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 1, told: { code: "x", args: {}, cells: ["a1"] } });
    line().says({ t: "ev", v: 5, h: "", a: "stop", by: 1, told: { code: "y", args: {}, cells: [] } });
    line().says({ t: "ev", v: 6, h: "", said: { text: "hello" } });
    expect(news).toEqual([
      [3, null, false],
      [4, 1, false],
      [5, 1, true],
      [6, null, false],
    ]);
  });

  it("keeps the words of the moves, also those that were asked for later", () => {
    const [one, two] = [
      { code: "one", args: {}, cells: [] },
      { code: "two", args: {}, cells: [] },
    ];
    line().says(full({ moves: ["x"], movers: [1] }));
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, told: two });
    expect(table.told).toEqual([undefined, two]);
    table.tell(2, [one]);
    expect(table.told).toEqual([undefined, two]);
    table.tell(1, [one]);
    expect(table.told).toEqual([one, two]);
    line().says(full({ v: 7, moves: ["x", "c1g"], movers: [1, 0] }));
    expect(table.told).toEqual([one]);
  });

  it("looks again where one is missing", () => {
    line().says(full());
    line().says({ t: "ev", v: 6, h: "", a: "b1b", by: 1 });
    expect(table.full?.v).toBe(3);
    expect(line().sent).toEqual([{ t: "look" }]);
    line().says(full({ v: 6, moves: ["a1r", "b1b"], movers: [0, 1] }));
    expect(table.full?.v).toBe(6);
  });

  it("keeps what was dealt in its order", () => {
    line().says(full());
    line().says({ t: "ev", v: 4, h: "", a: "m", by: 0, dealt: [null, "+3"], to_move: 1 });
    expect(table.full).toMatchObject({ moves: ["m", null, "+3"], movers: [0, -1, -1] });
  });

  it("knows who declined, until the state is a later one", () => {
    line().says(full());
    line().says({ t: "ev", v: 4, h: "", refused: "undo", refused_by: 1, to_move: 0 });
    line().says(full({ v: 4 }));
    expect(table.refused).toEqual({ what: "undo", by: 1, v: 4 });
    line().says(full({ v: 5 }));
    expect(table.refused).toBeNull();
  });

  it("looks again to learn who asked, and who has won how often", () => {
    line().says(full());
    line().says({ t: "ev", v: 4, h: "", asked: ["undo"], to_move: 0 });
    line().says({ t: "ev", v: 5, h: "", end: { reason: "resigned", winners: [1], seed: "" } });
    expect(line().sent).toEqual([{ t: "look" }, { t: "look" }]);
    expect(table.full).toMatchObject({ phase: "over", to_move: null });
  });
});

describe("actions", () => {
  it("is pending, then saved, and no longer pending when it has happened", () => {
    line().says(full());
    table.play("a1r");
    expect(line().sent).toEqual([{ t: "act", id: "id1", v: 3, a: "a1r" }]);
    expect(table.pending).toBe("a1r");
    table.play("a2r"); // one at a time
    expect(line().sent).toHaveLength(1);
    line().says({ t: "ack", id: "id1", v: 4 });
    expect(table.lastMove?.state).toBe("saved");
    expect(table.pending).toBe("a1r");
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, to_move: 1 });
    expect(table.pending).toBeNull();
  });

  it("tells why one was refused", () => {
    line().says(full());
    table.play("a1r");
    line().says({ t: "nak", id: "id1", code: "illegal", why: "red is forbidden", v: 3, rule: "4" });
    expect(table.pending).toBeNull();
    expect(table.lastMove).toMatchObject({ state: "refused", refusal: { why: "red is forbidden", rule: "4" } });
    table.dismiss("id1");
    expect(table.lastMove).toBeNull();
  });

  it("looks again when the game has gone on", () => {
    line().says(full());
    table.play("a1r");
    line().says({ t: "nak", id: "id1", code: "stale", why: "", v: 5 });
    expect(line().sent.at(-1)).toEqual({ t: "look" });
  });

  it("says which version was seen when something is asked for or agreed to", () => {
    line().says(full());
    table.send({ t: "ask", what: "undo" });
    expect(line().sent).toEqual([{ t: "ask", what: "undo", id: "id1", v: 3 }]);
  });

  it("is sent again when it could not be stored", () => {
    line().says(full());
    table.send({ t: "resign" });
    line().says({ t: "nak", id: "id1", code: "busy", why: "", v: 3 });
    vi.advanceTimersByTime(1000);
    expect(line().sent).toEqual([
      { t: "resign", id: "id1" },
      { t: "resign", id: "id1" },
    ]);
  });

  it("is not sent again when it would fail again", () => {
    line().says(full());
    table.send({ t: "resign" });
    line().says({ t: "nak", id: "id1", code: "failed", why: "the server did not understand this; nothing has happened", v: 3 });
    vi.advanceTimersByTime(1000);
    expect(line().sent).toEqual([{ t: "resign", id: "id1" }]);
    expect(table.actions[0]?.state).toBe("refused");
  });
});

describe("a look too many", () => {
  it("refuses no action, and is asked again", () => {
    line().says(full());
    table.play("a1r");
    line().says({ t: "nak", id: "", code: "rate", why: "too many at once; wait a moment", v: 3 });
    expect(table.lastMove?.state).toBe("sent");
    vi.advanceTimersByTime(1000);
    expect(line().sent.at(-1)).toEqual({ t: "look" });
    line().says({ t: "nak", id: "", code: "frame", why: "this frame cannot be read", v: 3 });
    expect(table.lastMove?.state).toBe("refused");
  });
});

describe("the line", () => {
  it("comes back by itself and says again what was not answered, with the same id", () => {
    line().says(full());
    table.play("a1r");
    line().onclose?.();
    expect(table.line).toBe("waiting");
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    expect(line().sent).toEqual([]); // nothing before the server has spoken
    line().says(full());
    expect(table.line).toBe("open");
    expect(line().sent).toEqual([{ t: "act", id: "id1", v: 3, a: "a1r" }]);
  });

  it("does not say again what was saved", () => {
    line().says(full());
    table.play("a1r");
    line().says({ t: "ack", id: "id1", v: 4 });
    line().onclose?.();
    vi.advanceTimersByTime(500);
    line().says(full({ v: 4, moves: ["a1r"], movers: [0] }));
    expect(line().sent).toEqual([]);
    expect(table.pending).toBeNull();
  });

  it("keeps what is done while it is cut", () => {
    line().says(full());
    line().onclose?.();
    table.play("a1r");
    expect(table.pending).toBe("a1r");
    vi.advanceTimersByTime(500);
    line().says(full());
    expect(line().sent).toHaveLength(1);
  });

  it("waits longer each time", () => {
    for (let tries = 0; tries < 12; tries++) {
      line().onclose?.();
      vi.advanceTimersByTime(15_000);
    }
    expect(lines).toHaveLength(13);
    line().onclose?.();
    vi.advanceTimersByTime(7000);
    expect(lines).toHaveLength(13);
  });

  it("is taken for dead when an action is not answered", () => {
    line().says(full());
    table.play("a1r");
    vi.advanceTimersByTime(8000);
    expect(lines[0]?.closed).toBe(true);
    vi.advanceTimersByTime(500);
    line().says(full());
    expect(line().sent).toHaveLength(1);
  });

  it("is asked for a sign of life when nothing was heard for long, and taken for dead when none comes", () => {
    line().says(full());
    vi.advanceTimersByTime(29_000);
    line().says({ t: "here", chairs: [0], watching: 0 });
    vi.advanceTimersByTime(29_000);
    expect(line().sent).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(line().sent).toEqual([{ t: "look" }]);
    line().says(full());
    vi.advanceTimersByTime(30_000);
    expect(line().sent).toHaveLength(2);
    vi.advanceTimersByTime(8000);
    expect(lines[0]?.closed).toBe(true);
    expect(table.line).toBe("waiting");
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it("is doubted once, however often somebody comes back to the page", () => {
    line().says(full());
    table.doubt();
    vi.advanceTimersByTime(5000);
    table.doubt();
    expect(line().sent).toEqual([{ t: "look" }]);
    vi.advanceTimersByTime(3000);
    expect(lines[0]?.closed).toBe(true);
    table.doubt(); // tried at once
    expect(lines).toHaveLength(2);
  });

  it("is tried again where nothing is heard at all", () => {
    vi.advanceTimersByTime(15_000);
    expect(lines[0]?.closed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it("leaves the picture as it is when nothing has happened", () => {
    line().says(full());
    const { board } = table.full ?? {};
    line().says(full({ asked: { undo: [1] } }));
    expect(table.full?.asked).toEqual({ undo: [1] });
    expect(table.full?.board).toBe(board);
    line().says(full({ you: [] }));
    expect(table.full?.board).not.toBe(board);
  });

  it("is given up where there is no such table", async () => {
    known = false;
    line().onclose?.();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.line).toBe("gone");
    expect(lines).toHaveLength(1);
  });

  it("does not connect again where the server does not know its protocol", async () => {
    line().onclose?.({ code: 4406 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.line).toBe("outdated");
    expect(lines).toHaveLength(1);
  });

  it("does not listen to a line that was left", () => {
    const old = line();
    old.says(full());
    table.reconnect();
    old.onclose?.();
    expect(table.line).toBe("waiting");
    expect(lines).toHaveLength(2);
  });
});

describe("questions", () => {
  it("brings each answer to who asked", async () => {
    line().says(full());
    const [one, two] = [table.preview("a1r"), table.hint()];
    line().says({ t: "hint", id: "id2", a: "b2g", where: ["b2"], why: [] });
    line().says({ t: "preview", id: "id1", a: "a1r", preview: { points: 3 } });
    expect(await one).toEqual({ points: 3 });
    expect(await two).toMatchObject({ a: "b2g" });
  });

  it("gives no hint for a position that is gone", async () => {
    line().says(full());
    const asked = table.hint();
    line().says({ t: "ev", v: 4, h: "", said: { name: "Bo", text: "hm" }, to_move: 0 });
    line().says({ t: "hint", id: "id1", a: "b2g", where: [], why: [] });
    expect(await asked).toMatchObject({ a: "b2g" });
    const late = table.hint();
    line().says({ t: "ev", v: 5, h: "", a: "a1r", by: 0, to_move: 0 });
    line().says({ t: "hint", id: "id2", a: "b2g", where: [], why: [] });
    expect(await late).toBeNull();
  });

  it("keeps the board when something is only said, also while the line was cut", () => {
    line().says(full({ board: { at: 1 } }));
    const board = table.full?.board;
    line().says({ t: "ev", v: 4, h: "", said: { name: "Bo", text: "nice" }, board: { at: 1 }, to_move: 0 });
    expect(table.full?.board).toBe(board);
    line().says(full({ v: 5, board: { at: 1 } }));
    expect(table.full?.board).toBe(board);
    line().says({ t: "ev", v: 6, h: "", a: "a1r", by: 0, board: { at: 2 }, to_move: 0 });
    expect(table.full?.board).toEqual({ at: 2 });
  });

  it("knows a position by its moves", () => {
    line().says(full({ moves: ["a", "b"], movers: [0, 1] }));
    const before = table.position;
    line().says(full({ v: 5, moves: ["a", "c"], movers: [0, 1] }));
    expect(table.position).not.toBe(before);
    line().says(full({ v: 6, moves: ["a", "b"], movers: [0, 1] }));
    expect(table.position).toBe(before);
    line().says(full({ v: 9, number: 2, moves: ["a", "b"], movers: [0, 1] }));
    expect(table.position).not.toBe(before);
  });

  it("answers nothing when the line is cut", async () => {
    line().says(full());
    const asked = table.preview("a1r");
    line().onclose?.();
    expect(await asked).toBeNull();
  });
});

describe("clocks", () => {
  it("runs from what was heard last", () => {
    line().says(full({ clock: { left: [60_000, 50_000], runs: 0 } }));
    clock = 1500;
    expect(table.left(0, clock)).toBe(58_500);
    expect(table.left(1, clock)).toBe(50_000);
    line().says({ t: "ev", v: 4, h: "", a: "a1r", by: 0, clock: { left: [58_500, 50_000], runs: 1 }, to_move: 1 });
    clock = 2500;
    expect(table.left(0, clock)).toBe(58_500);
    expect(table.left(1, clock)).toBe(49_000);
  });
});

describe("who is away", () => {
  it("counts from when that was heard", () => {
    line().says(full());
    expect(table.away(1, clock)).toBe(0);
    line().says({ t: "here", chairs: [0, 1], watching: 0 });
    clock = 1000;
    line().says({ t: "here", chairs: [0], watching: 0 });
    clock = 5000;
    line().says({ t: "here", chairs: [0], watching: 1 });
    clock = 61_000;
    expect(table.away(1, clock)).toBe(60_000);
    line().says({ t: "here", chairs: [0, 1], watching: 0 });
    expect(table.away(1, clock)).toBe(0);
  });
});

describe("nonces", () => {
  const deal = { number: 1, secret_hash: "s", nonce_hashes: ["a", "b"], reveal: [0, 1] };
  const revealed = (): unknown[] => line().sent.filter(({ t }) => t === "reveal");

  it("reveals the nonce of this browser when its chair is asked", () => {
    line().says(full({ phase: "waiting", deal }));
    expect(revealed()).toEqual([{ t: "reveal", id: "id1", nonce: "mine" }]);
  });
  it("reveals nothing for the chairs of others, or without a nonce", () => {
    line().says(full({ phase: "waiting", deal: { ...deal, reveal: [1] } }));
    line().says(full({ phase: "waiting", you: [], deal }));
    line().says(full({ phase: "over", deal: { ...deal, number: 2 } }));
    line().says(full({ deal: { ...deal, reveal: [] } }));
    expect(revealed()).toEqual([]);
  });
});
