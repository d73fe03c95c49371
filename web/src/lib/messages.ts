/** What page and server say to each other. Written by web/messages.py from the server's structs. */

/** The action is on the disk; ``v`` is the version that it made. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** Play a move; ``v`` is the last version that the sender has seen. */
export interface Act {
  t: "act";
  id: string;
  v: number;
  a: string;
}

/** Ask for a draw, an undo or a rematch, or agree to it; ``v`` is the last version that the sender has seen. */
export interface Ask {
  t: "ask";
  id: string;
  what: "draw" | "rematch" | "undo";
  chair?: number | null;
  v?: number | null;
}

/** Who may sit where: ``open`` to whoever is invited, ``screen`` for people before the opener's own, or a bot. */
export interface Chair {
  kind: "bot" | "open" | "screen";
  name?: string;
  bot?: string;
}

/** An option that is one of some values. ``range`` and ``help`` are English, for programs. */
export interface ChoiceOption {
  kind: "choice";
  values: string[];
  default: string;
  range: string;
  help: string;
  help_fact?: Fact | null;
}

/** Claim the game: the one to move has overstepped the time, or is gone. */
export interface Claim {
  t: "claim";
  id: string;
  chair?: number | null;
}

/** Milliseconds left now, and the chair whose clock runs. */
export interface Clocks {
  left: number[];
  runs: number | null;
}

/** How a game ended; now the seed is shown. */
export interface End {
  reason: "abandoned" | "agreed" | "resigned" | "rules" | "time";
  winners: number[];
  seed: string;
  scores?: number[];
  why?: string;
  fact?: Fact | null;
}

/** Something happened. ``h`` is the hash of what the receiver may see now. */
export interface Ev {
  t: "ev";
  v: number;
  h: string;
  a?: string | null;
  by?: number | null;
  dealt?: (string | null)[];
  asked?: ("draw" | "rematch" | "undo")[];
  refused?: "draw" | "rematch" | "undo" | null;
  said?: Record<string, unknown> | null;
  clock?: Clocks | null;
  end?: End | null;
  view?: string | null;
  legal?: string[] | null;
  board?: Record<string, unknown> | null;
  to_move?: number | null;
}

/** One thing to tell a person: ``Fact("core.plain", text="…")``. */
export interface Fact {
  code: string;
  args: Record<string, string | number | Fact | Fact[]>;
  cells: string[];
}

/** Why a request was not answered: ``why`` in English, ``fact`` as data. */
export interface Failure {
  error: string;
  why: string;
  rule?: string | null;
  fact?: Fact | null;
}

/** Everything that the receiver may know. */
export interface Full {
  t: "full";
  v: number;
  h: string;
  table: string;
  game: string;
  players: number;
  options: Record<string, string | number>;
  chairs: Sitting[];
  timing: Timing;
  chat: boolean;
  phase: string;
  you: number[];
  number: number;
  first: number;
  wins: number[];
  to_move: number | null;
  view: string;
  moves: (string | null)[];
  movers: number[];
  asked: Record<string, number[]>;
  said: Record<string, unknown>[];
  commitment: string;
  rules?: number;
  newest_rules?: number;
  rules_fact?: Fact | null;
  protocol?: number;
  away_ms?: number;
  phrases_only?: boolean;
  clock?: Clocks | null;
  end?: End | null;
  legal?: string[] | null;
  board?: Record<string, unknown> | null;
  hidden?: boolean;
  draws?: boolean;
}

/** A game that can be played here. ``options`` are by the number of players and the name of the option. */
export interface GameInfo {
  game: string;
  title: string;
  title_fact: Fact;
  summary: string;
  summary_fact: Fact;
  rules: number;
  order: number;
  players: number[];
  options: Record<string, Record<string, ChoiceOption | NumberOption>>;
  board: string | null;
  texts: Record<string, string>;
}

/** The games, by name. */
export interface GameList {
  games: GameInfo[];
}

/** Which chairs have somebody at the table now, and how many watch. */
export interface Here {
  t: "here";
  chairs: number[];
  watching: number;
}

/** Ask what a strong bot would play, where nobody is deceived by it. */
export interface Hint {
  t: "hint";
  id: string;
}

/** What a strong bot would play: first where to look, then the move, then why, in English and as data. */
export interface Hinted {
  t: "hint";
  id: string;
  a: string;
  where: string[];
  why: string[];
  facts?: Fact[];
}

/** Somebody who wants a chair, any free one or a certain one. A listed table takes everybody, without invitation. */
export interface JoinTable {
  invite?: string;
  name?: string;
  chair?: number | null;
  keep?: "cookie" | "token";
  secret?: string | null;
}

/** Give up a chair before the game. */
export interface Leave {
  t: "leave";
  id: string;
  chair?: number | null;
}

/** Ask for everything anew. */
export interface Look {
  t: "look";
}

/** A position to be looked at, after some moves. ``open`` shows what is hidden, as in the replay of a record. */
export interface Looked {
  game: string;
  position?: string;
  players?: number | null;
  options?: Record<string, string | number>;
  moves?: string[];
  seat?: number | null;
  open?: boolean;
  preview?: string;
  rules?: number | null;
}

/** The action did nothing: ``why`` in English, ``fact`` as data. */
export interface Nak {
  t: "nak";
  id: string;
  code: "busy" | "entry" | "failed" | "frame" | "illegal" | "over" | "rate" | "refused" | "stale" | "turn";
  why: string;
  v: number;
  rule?: string | null;
  fact?: Fact | null;
}

/** A table to be opened. Without ``chairs`` the opener sits on the first and the others are open. */
export interface NewTable {
  game: string;
  players?: number | null;
  options?: Record<string, string | number>;
  chairs?: Chair[];
  timing?: Timing;
  listed?: boolean;
  chat?: boolean;
  phrases_only?: boolean;
  name?: string;
  keep?: "cookie" | "token";
}

/** An option that is a whole number from ``low`` to ``high``. */
export interface NumberOption {
  kind: "number";
  low: number;
  high: number;
  default: number;
  range: string;
  help: string;
  help_fact?: Fact | null;
}

/** Ask what a move would do. */
export interface Preview {
  t: "preview";
  id: string;
  a: string;
}

/** What a move would do, in the words of its game. */
export interface Previewed {
  t: "preview";
  id: string;
  a: string;
  preview: Record<string, unknown>;
}

/** A record to be replayed. */
export interface Recorded {
  record: string;
}

/** Say no to what was asked. */
export interface Refuse {
  t: "refuse";
  id: string;
  what: "draw" | "rematch" | "undo";
  chair?: number | null;
}

/** A whole game, to be stepped through: ``positions`` has one more than ``moves``. ``movers`` are seats or -1. */
export interface Replay {
  game: string;
  players: number;
  options: Record<string, string | number>;
  tags: Record<string, string>;
  moves: string[];
  movers: number[];
  positions: string[];
  values: number[][];
  turning: number[];
  winners: number[] | null;
  reason: string;
  record: string;
  fact?: Fact | null;
  rules?: number;
  newest_rules?: number;
  rules_fact?: Fact | null;
}

/** Give the game up. */
export interface Resign {
  t: "resign";
  id: string;
  chair?: number | null;
}

/** Say something: a text or a phrase. */
export interface Say {
  t: "say";
  id: string;
  text?: string;
  phrase?: "dakapo!" | "good luck" | "hello" | "nice move" | "one moment" | "oops" | "thanks" | "well played" | null;
  name?: string;
}

/** The chairs that are yours; ``invite`` lets others in, ``token`` is there for programs that asked for it. */
export interface Seated {
  table: string;
  you: number[];
  invite?: string;
  token?: string;
}

/** What there is to see in a position. */
export interface Sight {
  position: string;
  board: Record<string, unknown>;
  to_move: number | null;
  scores: number[];
  value: number[];
  winners?: number[] | null;
  reason?: string;
  fact?: Fact | null;
  preview?: Record<string, unknown> | null;
}

/** A chair as everybody sees it. */
export interface Sitting {
  kind: string;
  taken: boolean;
  name?: string;
  bot?: string;
}

/** How much time was agreed on: none, ``live`` seconds with an increment, or ``days`` a move. */
export interface Timing {
  kind?: "days" | "live" | "none";
  main?: number;
  increment?: number;
  days?: number;
}

export type Request = Act | Ask | Refuse | Resign | Claim | Leave | Say | Preview | Hint | Look;

export type Answer = Ack | Nak | Previewed | Hinted | Ev | Full | Here;
