/** The connection to a table: what is the case there, what was sent, and what became of it. Knows nothing of the page. */
import type { Picture } from "./board";
import { newId, openLine, type Line } from "./line";
import { revealed } from "./nonces";
import type { Ack, Answer, Ask, Clocks, DealParts, Ev, Fact, Full, Here, Hinted, Nak, PlannedMove, Request } from "./messages";

/** The server closes with this code where it speaks no protocol version that the page offers. */
const UNKNOWN_PROTOCOL = 4406;
/** The same where the operator has excluded the reader. */
const EXCLUDED = 4430;

export interface Surroundings {
  open: (table: string) => Line;
  /** Tells whether the server still knows the table; throws where it cannot be asked. */
  exists: (table: string) => Promise<boolean>;
  now: () => number;
  newId: () => string;
  /** Returns the nonce of this browser that a table asks for, if it has one. */
  nonce: (table: string, deal: DealParts) => string | undefined;
}

export type Asking = Ask["what"];
type Sent = Exclude<Request, { t: "look" | "preview" | "hint" | "reveal" }>;
/** What may be sent, before it has an id. A phrase is said by its name, so that everybody reads it in their own language. */
export type Doing =
  | { t: "act"; a: string }
  | { t: "ask" | "refuse"; what: Asking; chair?: number; nonce_hash?: string }
  | { t: "resign" | "claim" | "leave"; chair?: number }
  | { t: "vote"; choice: "bot" | "end" }
  | { t: "plan"; v: number; plan: PlannedMove[] }
  | { t: "say"; text: string; name?: string }
  | { t: "say"; phrase: string; name?: string };

/** An action of this screen on its way: sent, saved (on the server's disk), or refused. */
export interface Action {
  id: string;
  frame: Sent;
  state: "sent" | "saved" | "refused";
  /** The version that it made. */
  v: number;
  refusal: Nak | null;
}

/** Milliseconds after which an unanswered action means that the line is dead. */
const PATIENCE = 8000;
/** Milliseconds without a word after which the server is asked for one. */
const SILENCE = 30_000;
const SHORTEST = 400;
const LONGEST = 15_000;
const AGAIN = 700;
const KEPT = 20;

export class Table {
  /** `waiting`: the line is cut, and another is tried soon; `gone`: there is no such table (any more). */
  line = $state<"connecting" | "open" | "waiting" | "gone" | "outdated" | "excluded">("connecting");
  full = $state.raw<Full | null>(null);
  here = $state.raw<Here>({ t: "here", chairs: [], watching: 0 });
  /** When each chair was heard to be empty, and still is. */
  #away = $state.raw<ReadonlyMap<number, number>>(new Map());
  actions = $state.raw<readonly Action[]>([]);
  /** What the clocks showed, and when that was heard. */
  heard = $state.raw<{ clock: Clocks; at: number } | null>(null);
  /** Who declined or withdrew a request last, and the version that this made. */
  refused = $state.raw<{ what: Asking; by: number; v: number } | null>(null);
  /** The picture before each move that was seen, at the move's place in the list. */
  befores = $state.raw<readonly (Picture | undefined)[]>([]);
  /** Each move in words, at its place in the list, as far as the server has told. */
  told = $state.raw<readonly (Fact | null | undefined)[]>([]);
  /** Called with each state as it becomes true: by a move of a chair, or without one. */
  onnews: (full: Full, mover: number | null, quiet: boolean) => void = () => undefined;

  /** The same text, the same position: what was found out about one is of no use in another. */
  readonly position = $derived(`${this.full?.number} ${this.full?.moves.join(" ")}`);
  /** A move that was sent and has not happened yet. */
  readonly pending = $derived.by(() => {
    const moves = this.actions.filter(
      ({ frame, state, v }) => frame.t === "act" && state !== "refused" && (state === "sent" || v > (this.full?.v ?? 0)),
    );
    const last = moves.at(-1)?.frame;
    return last?.t === "act" ? last.a : null;
  });
  /** The last move of this screen, so that its state can be shown. */
  readonly lastMove = $derived(this.actions.findLast(({ frame }) => frame.t === "act") ?? null);

  readonly name: string;
  #around: Surroundings;
  #socket: Line | null = null;
  #told = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #doubted = false;
  #answers = new Map<string, (answer: Answer | null) => void>();

  constructor(name: string, around: Surroundings) {
    this.name = name;
    this.#around = around;
  }

  // The line.

  connect(): void {
    clearTimeout(this.#timer);
    this.line = this.full || this.#tries ? "waiting" : "connecting";
    this.#told = false;
    const socket = this.#around.open(this.name);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data) as Answer);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      if (event?.code === UNKNOWN_PROTOCOL) this.#stop("outdated");
      else if (event?.code === EXCLUDED) this.#stop("excluded");
      else this.#cut();
    };
    this.#silence = setTimeout(() => this.#cut(), LONGEST);
  }

  /** Find out whether the line still lives: the network is back, or the page is looked at again. */
  doubt(): void {
    if (this.line === "waiting") this.reconnect();
    if (!this.#told || this.#doubted) return;
    this.#doubted = true;
    this.#post({ t: "look" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#cut(), PATIENCE);
  }

  /** Try at once, with whatever seat this browser has by now. */
  reconnect(): void {
    this.#drop();
    this.#tries = 0;
    this.connect();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#patience);
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#silence);
    this.#doubted = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
    this.#giveUpQuestions();
  }

  #cut(): void {
    const told = this.#told;
    this.#drop();
    clearTimeout(this.#patience);
    this.line = "waiting";
    // Half of the wait is chance, so that a server that comes back is not overrun.
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.#tries++) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.connect(), wait);
    if (!told) void this.#ask();
  }

  /** Connect no more: another try would end the same way. */
  #stop(line: "gone" | "outdated" | "excluded"): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.line = line;
  }

  async #ask(): Promise<void> {
    try {
      if (await this.#around.exists(this.name)) return;
      this.#stop("gone");
    } catch {
      // Nobody answers: the next try comes by itself.
    }
  }

  #giveUpQuestions(): void {
    for (const answer of this.#answers.values()) answer(null);
    this.#answers.clear();
  }

  #post(frame: object): void {
    if (this.#told) this.#socket?.send(JSON.stringify(frame));
  }

  // What is sent.

  play(move: string): void {
    if (!this.pending) this.send({ t: "act", a: move });
  }

  send(doing: Doing): Action {
    const id = this.#around.newId();
    const v = doing.t === "act" || doing.t === "ask" ? { v: this.full?.v ?? 0 } : {};
    const action: Action = { id, frame: { ...doing, id, ...v } as Sent, state: "sent", v: 0, refusal: null };
    this.actions = [...this.actions, action].slice(-KEPT);
    this.#post(action.frame);
    this.#expectAnswer();
    return action;
  }

  /** Take the words of the moves of a game, which the page has asked for. */
  tell(number: number, told: readonly (Fact | null)[]): void {
    if (number !== this.full?.number) return;
    const length = Math.max(told.length, this.told.length);
    this.told = Array.from({ length }, (_, at) => this.told[at] ?? told[at]);
  }

  /** Forget a refusal that was read. */
  dismiss(id: string): void {
    this.actions = this.actions.filter((action) => action.id !== id);
  }

  async preview(move: string): Promise<Record<string, unknown> | null> {
    const answer = await this.#question({ t: "preview", a: move });
    return answer?.t === "preview" ? answer.preview : null;
  }

  /** Ask for a hint; there is none when the game has gone on meanwhile. */
  async hint(): Promise<Hinted | Nak | null> {
    const { position } = this;
    const answer = (await this.#question({ t: "hint" })) as Hinted | Nak | null;
    return position === this.position ? answer : null;
  }

  #question(frame: { t: "preview"; a: string } | { t: "hint" }): Promise<Answer | null> {
    if (!this.#told) return Promise.resolve(null);
    const id = this.#around.newId();
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#post({ ...frame, id });
    });
  }

  #unanswered = (): Action[] => this.actions.filter(({ state }) => state === "sent");

  #expectAnswer(): void {
    clearTimeout(this.#patience);
    if (!this.#unanswered().length || !this.#told) return;
    this.#patience = setTimeout(() => this.#cut(), PATIENCE);
  }

  // What is heard.

  #take(answer: Answer): void {
    clearTimeout(this.#silence);
    this.#doubted = false;
    this.#silence = setTimeout(() => this.doubt(), SILENCE);
    const wanted = "id" in answer ? this.#answers.get(answer.id) : undefined;
    if (wanted && "id" in answer) {
      this.#answers.delete(answer.id);
      wanted(answer);
    } else if (answer.t === "full") this.#takeFull(answer);
    else if (answer.t === "ev") this.#takeEvent(answer);
    else if (answer.t === "here") this.#takeHere(answer);
    else if (answer.t === "ack") this.#takeAck(answer);
    else if (answer.t === "nak") this.#takeNak(answer);
  }

  #takeFull(full: Full): void {
    const first = !this.#told;
    this.#told = true;
    this.line = "open";
    this.#tries = 0;
    // In a later state another request may be the one that was declined.
    if (this.refused?.v !== full.v) this.refused = null;
    const kept = common(this.full, full);
    [this.befores, this.told] = [this.befores.slice(0, kept), this.told.slice(0, kept)];
    // Where nothing has happened, a board must not lose what somebody is about to do on it.
    const same = JSON.stringify(standing(full)) === JSON.stringify(this.full && standing(this.full));
    this.full = same ? { ...full, board: this.full?.board ?? null } : full;
    this.heard = full.clock ? { clock: full.clock, at: this.#around.now() } : null;
    this.onnews(this.full, null, false);
    this.#reveal(full);
    if (!first) return;
    // What was not answered before the line was cut is said again, with the same id, so that it counts once.
    for (const { frame } of this.#unanswered()) this.#post(frame);
    this.#expectAnswer();
  }

  /** Reveal the nonce of this browser when it is asked for; a second time does no harm. */
  #reveal({ deal, you }: Full): void {
    const nonce = deal?.reveal?.some((chair) => you.includes(chair)) && this.#around.nonce(this.name, deal);
    if (nonce) this.#post({ t: "reveal", id: this.#around.newId(), nonce });
  }

  #takeEvent(event: Ev): void {
    const full = this.full;
    if (!full || event.v <= full.v) return;
    if (event.v !== full.v + 1) {
      this.#post({ t: "look" });
      return;
    }
    if (event.a) {
      this.befores = Object.assign([...this.befores], { [full.moves.length]: full.board });
      this.told = Object.assign([...this.told], { [full.moves.length]: event.told });
    }
    if (event.refused) this.refused = { what: event.refused, by: event.refused_by ?? -1, v: event.v };
    this.full = after(full, event);
    if (event.clock) this.heard = { clock: event.clock, at: this.#around.now() };
    this.onnews(this.full, event.a ? (event.by ?? -1) : null, !!event.told && !event.told.cells.length);
    // Who asked, and how often each has won, stands in the whole state only.
    if (event.asked || event.refused || event.end) this.#post({ t: "look" });
  }

  #takeHere(here: Here): void {
    const chairs = (this.full?.chairs ?? []).map((_, chair) => chair).filter((chair) => !here.chairs.includes(chair));
    this.#away = new Map(chairs.map((chair) => [chair, this.#away.get(chair) ?? this.#around.now()]));
    this.here = here;
  }

  #takeAck({ id, v }: Ack): void {
    this.#change(id, { state: "saved", v });
  }

  #takeNak(nak: Nak): void {
    if (nak.code === "busy") {
      const frame = this.actions.find(({ id }) => id === nak.id)?.frame;
      if (frame) setTimeout(() => this.#post(frame), AGAIN);
      return;
    }
    if (nak.code === "rate" && !nak.id) {
      // A look too many: no action is meant.
      setTimeout(() => this.#post({ t: "look" }), AGAIN);
      return;
    }
    // A frame that could not be read has no id; frames are answered in their order.
    this.#change(nak.id || (this.#unanswered()[0]?.id ?? ""), { state: "refused", refusal: nak });
    if (nak.code === "stale" || nak.v > (this.full?.v ?? 0)) this.#post({ t: "look" });
  }

  #change(id: string, change: Partial<Action>): void {
    this.actions = this.actions.map((action) => (action.id === id ? { ...action, ...change } : action));
    this.#expectAnswer();
  }

  /** Return for how many milliseconds nobody has been there for a chair, as far as is known here. */
  away(chair: number, now: number): number {
    return Math.max(0, now - (this.#away.get(chair) ?? now));
  }

  /** Return the milliseconds that a chair has left. */
  left(chair: number, now: number): number | null {
    if (!this.heard) return null;
    const { clock, at } = this.heard;
    return (clock.left[chair] ?? 0) - (clock.runs === chair ? Math.max(0, now - at) : 0);
  }
}

/** Return how many moves of one state begin another too. */
function common(one: Full | null, other: Full): number {
  if (one?.number !== other.number) return 0;
  const differs = one.moves.findIndex((move, at) => move !== other.moves[at]);
  return differs < 0 ? one.moves.length : differs;
}

/** Return what is the case after an event. */
function after(full: Full, event: Ev): Full {
  const moved = event.a ? [event.a] : [];
  const dealt = event.dealt ?? [];
  const changed = moved.length > 0 || dealt.length > 0 || event.end;
  return {
    ...full,
    v: event.v,
    h: event.h,
    moves: [...full.moves, ...moved, ...dealt],
    movers: [...full.movers, ...moved.map(() => event.by ?? -1), ...dealt.map(() => -1)],
    asked: event.a || event.end ? {} : full.asked,
    said: event.said ? [...full.said, event.said] : full.said,
    clock: event.clock ?? full.clock ?? null,
    phase: event.end ? "over" : full.phase,
    end: event.end ?? full.end ?? null,
    // What was only said leaves the board as it is, with what somebody is about to do on it.
    board: (changed ? event.board : null) ?? full.board ?? null,
    to_move: event.to_move ?? null,
    plan: event.plan ?? full.plan ?? [],
  };
}

/** Return what a board depends on. */
const standing = ({ number, moves, phase, you, to_move }: Full): unknown[] => [number, moves, phase, you, to_move];

/** Return the surroundings of a page. */
export const browser = (): Surroundings => ({
  open: openLine,
  exists: async (table) => (await fetch(`/api/tables/${table}`)).status !== 404,
  now: () => performance.now(),
  newId,
  nonce: revealed,
});
