import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Walk, type Lessons } from "./lesson.svelte";
import type { Replay } from "./messages";
import { Player } from "./replay.svelte";

/** A server that answers looks as the test says, in the order in which it says so. */
let looks: { asked: Record<string, unknown>; answer: (status: number, body: object) => void }[];

beforeEach(() => {
  looks = [];
  vi.stubGlobal(
    "fetch",
    (_: string, init: { body: string }) =>
      new Promise<Response>((resolve) => {
        looks.push({ asked: JSON.parse(init.body), answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })) });
      }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const sight = (name: string): object => ({
  position: name,
  board: { name, moves: [{ move: "later" }] },
  to_move: 0,
  scores: [],
  value: [],
});

describe("a walk through the rules", () => {
  const step = (more: object): object => ({
    text: "",
    position: "p",
    players: 2,
    options: {},
    board: { moves: [] },
    accept: [],
    wrong: "no",
    done: "yes",
    ...more,
  });
  const lessons = {
    lessons: [
      { title: "One", steps: [step({ accept: ["e6r"] })] },
      { title: "Two", steps: [step({})] },
    ],
  } as unknown as Lessons;

  it("goes on when the move is the one that was meant", async () => {
    const walk = new Walk("dakapo", lessons);
    const played = walk.play("e6r");
    expect(walk.pending).toBe("e6r");
    looks[0]?.answer(200, sight("after"));
    await played;
    expect(looks[0]?.asked).toMatchObject({ game: "dakapo", position: "p", moves: ["e6r"] });
    expect(walk).toMatchObject({ solved: true, last: "e6r", pending: null, answer: { kind: "done", why: "yes" } });
    expect(walk.picture).toEqual({ name: "after", moves: [] });
  });

  it("tells a legal move from a forbidden one", async () => {
    const walk = new Walk("dakapo", lessons);
    const legal = walk.play("e7g");
    looks[0]?.answer(200, sight("after"));
    await legal;
    expect(walk).toMatchObject({ solved: false, answer: { kind: "wrong", why: "no" }, last: null });
    const fact = { code: "go.beside", args: { cell: "a1" }, cells: ["a1"] };
    const forbidden = walk.play("a1r");
    looks[1]?.answer(200, { ...sight("before"), illegal: { error: "illegal", why: "rule 1: a1 touches no stone", rule: "1", fact } });
    await forbidden;
    expect(walk.answer).toEqual({ kind: "refused", why: "rule 1: a1 touches no stone", rule: "1", fact, move: "a1r" });
  });

  it("does not mind an answer that comes when the reader has gone on", async () => {
    const walk = new Walk("dakapo", lessons);
    const played = walk.play("e6r");
    walk.go(1);
    looks[0]?.answer(200, sight("after"));
    await played;
    expect(walk).toMatchObject({ at: 1, answer: null, pending: null, solved: true });
    expect(walk.step?.title).toBe("Two");
  });

  it("tells what a move would do", async () => {
    const walk = new Walk("dalapapa", lessons);
    const asked = walk.preview("1a@0,0e");
    looks[0]?.answer(200, { ...sight("p"), preview: { points: 3 } });
    expect(await asked).toEqual({ points: 3 });
    expect(looks[0]?.asked).toMatchObject({ position: "p", preview: "1a@0,0e" });
    const bad = walk.preview("x");
    looks[1]?.answer(422, { error: "option", why: "no" });
    expect(await bad).toBeNull();
  });

  it("ends after the last step", () => {
    const walk = new Walk("dakapo", lessons);
    walk.go(5);
    expect(walk.at).toBe(2);
    expect(walk.step).toBeUndefined();
  });
});

describe("a replay", () => {
  const replay = {
    game: "dacapo",
    players: 2,
    options: {},
    tags: {},
    moves: ["deal", "a1xa2", "b1xb2", "deal2"],
    movers: [-1, 0, 1, -1],
    positions: ["0", "1", "2", "3", "4"],
    values: [],
    turning: [],
    winners: null,
    reason: "",
    fact: null,
    record: "",
  } satisfies Replay;

  it("looks at each position once, and at the next one before it is needed", async () => {
    const player = new Player(replay);
    const gone = player.go(1);
    looks[0]?.answer(200, sight("1"));
    await gone;
    expect(looks.map(({ asked }) => asked.position)).toEqual(["1", "2"]);
    looks[1]?.answer(200, sight("2"));
    await player.go(2);
    expect(looks.map(({ asked }) => asked.position)).toEqual(["1", "2", "3"]);
    expect(player.picture).toMatchObject({ name: "2" });
    expect(player.last).toBe("a1xa2");
  });

  it("shows only where the reader is", async () => {
    const player = new Player(replay);
    void player.go(1);
    void player.go(3);
    looks[1]?.answer(200, sight("3"));
    await settle();
    looks[0]?.answer(200, sight("1"));
    await settle();
    expect(player.picture).toMatchObject({ name: "3" });
  });

  it("steps over the dealer and stays within the game", () => {
    const player = new Player(replay);
    void player.step(1);
    expect(player.at).toBe(2);
    void player.step(1);
    expect(player.at).toBe(3);
    void player.step(1);
    expect(player.at).toBe(4);
    void player.step(-1);
    expect(player.at).toBe(3);
    void player.go(-3);
    expect(player.at).toBe(0);
  });

  it("asks again for what could not be had", async () => {
    const player = new Player(replay);
    const gone = player.go(2);
    looks[0]?.answer(503, { error: "busy", why: "later" });
    await gone;
    expect(player.failure).toMatchObject({ message: "later" });
    const again = player.go(2);
    looks[1]?.answer(200, sight("2"));
    await again;
    expect(player.failure).toBeNull();
  });
});
