/** What page and server say to each other. Written by web/messages.py from the server's structs. */

/** The action is stored on disk; ``v`` is the version that it made. */
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

/** A question was not answered: ``why`` in English, ``fact`` as data. */
export interface AnalysisNak {
  t: "nak";
  id: string;
  code: string;
  why: string;
  rule?: string | null;
  fact?: Fact | null;
}

/** A holiday of some whole days. Without ``start`` (milliseconds) it begins now. */
export interface AnnounceHoliday {
  days: number;
  start?: number | null;
}

/** Ask for a draw, an undo, a rematch or one's seat again, or agree; ``v`` is the last version that was seen. */
export interface Ask {
  t: "ask";
  id: string;
  what: "draw" | "rematch" | "return" | "undo";
  chair?: number | null;
  v?: number | null;
  nonce_hash?: string;
}

/** A wish to keep one's games: the name and language of the new person. */
export interface BeginPerson {
  name: string;
  language?: "de" | "en" | "fr" | "ja";
}

/** The results against a level of bots. */
export interface BotResults {
  bot: string;
  won: number;
  drawn: number;
  lost: number;
}

/** All that the operator tells everybody now. */
export interface Broadcasts {
  broadcasts?: Told[];
}

/** Ask for estimates of the win chances at the beginning and after each move. */
export interface Chances {
  t: "chances";
  id: string;
  table?: string | null;
  number?: number | null;
  at?: Reached | null;
  winners?: number[] | null;
}

/** The chances of the seats at the beginning and after each move, and which of these are proved. */
export interface ChancesAnswer {
  t: "chances";
  id: string;
  chances: number[][];
  proved: boolean[];
}

/** Which kinds of notices a person wants. */
export interface ChangeNotices {
  kinds: ("begun" | "rematch" | "return" | "time" | "turn" | "vote")[];
}

/** Another name or language, or whether ratings are wanted. */
export interface ChangePerson {
  name?: string | null;
  language?: "de" | "en" | "fr" | "ja" | null;
  rated?: boolean | null;
}

/** An option with a fixed list of values. ``range`` and ``help`` are English, for programs. */
export interface ChoiceOption {
  kind: "choice";
  values: string[];
  default: string;
  range: string;
  help: string;
  help_fact?: Fact | null;
}

/** Claim the win: the player to move is away, or has run out of time at a table with days per move. */
export interface Claim {
  t: "claim";
  id: string;
  chair?: number | null;
}

/** Milliseconds left now, and the seat whose clock runs; nobody's runs during a holiday. */
export interface Clocks {
  left: number[];
  runs: number | null;
}

/** Why an operator has closed a table, and the operator's own words. */
export interface ClosedTable {
  why: Fact;
  text?: string;
}

/** A sign-in with a recovery code. */
export interface CodeSignIn {
  code: string;
}

/** A comment after some moves of its line. */
export interface Commented {
  after: number;
  text: string;
}

/** A proof of who one is: a passkey or a recovery code, which ends; without any passkey, the name as it is typed. */
export interface Confirmation {
  credential?: Record<string, unknown> | null;
  code?: string;
  name?: string;
}

/** A new person, and their recovery codes, which are shown only now. */
export interface Created {
  person: PersonInfo;
  codes: string[];
}

/** The puzzles of a day (UTC), and how others did; ``first`` is the oldest day of the archive. */
export interface Daily {
  day: string;
  today: string;
  first: string;
  puzzles: PuzzleInfo[];
  counts: Record<string, Record<string, number>>;
}

/** How everybody did at the puzzles of a day. */
export interface DailyCounts {
  counts: Record<string, Record<string, number>>;
}

/** How somebody did: the number of tries, 6 for more, 0 for giving up. ``who`` is a secret of the browser. */
export interface DailyResult {
  who: string;
  tries: number;
}

/** What the seed of game ``number`` is made of: the SHA-256 of the server's secret, and of the nonce of each chair. */
export interface DealParts {
  number: number;
  secret_hash: string;
  nonce_hashes: string[];
  reveal?: number[];
  ms?: number;
}

/** The secret of a link that signs in another device, and when it ends. */
export interface DeviceLink {
  secret: string;
  expires: number;
}

/** The secret of a link in a mail. */
export interface DigestLink {
  secret: string;
}

/** How a game ended; the seed is now shown. ``ranks`` are those of the chairs, if somebody has left the game. */
export interface End {
  reason: "abandoned" | "agreed" | "forfeit" | "resigned" | "rules" | "time";
  winners: number[];
  seed: string;
  scores?: number[];
  why?: string;
  fact?: Fact | null;
  ranks?: number[];
}

/** An event. ``h`` is the hash of what the receiver may see now. */
export interface Ev {
  t: "ev";
  v: number;
  h: string;
  a?: string | null;
  by?: number | null;
  dealt?: (string | null)[];
  asked?: ("draw" | "rematch" | "return" | "undo")[];
  refused?: "draw" | "rematch" | "return" | "undo" | null;
  said?: Record<string, unknown> | null;
  clock?: Clocks | null;
  end?: End | null;
  view?: string | null;
  legal?: string[] | null;
  board?: Record<string, unknown> | null;
  to_move?: number | null;
  told?: Fact | null;
  asked_by?: number | null;
  refused_by?: number | null;
  secret_hash?: string;
  plan?: Ply[] | null;
}

/** One thing to tell a person: ``Fact("core.plain", text="…")``. */
export interface Fact {
  code: string;
  args: Record<string, string | number | Fact | Fact[]>;
  cells: string[];
}

/** Why a request failed: ``why`` in English, ``fact`` as data. */
export interface Failure {
  error: string;
  why: string;
  rule?: string | null;
  fact?: Fact | null;
}

/** A request of a table's opener that bots take the open seats now. */
export interface FillSeats {
  bot?: string;
}

/** The chances of the seats in a position, and the best lines of the seat to move, the best one first. */
export interface Found {
  chances: number[];
  errors: number[];
  proved: boolean;
  lines: FoundLine[];
  exact?: FoundExact | null;
}

/** The moves whose exact values are known, those with the highest value first, and how many moves are legal. */
export interface FoundExact {
  moves: FoundValue[];
  legal: number;
  points: boolean;
  final: boolean;
  secured?: boolean;
}

/** A move with what is expected to follow it, and the chances of the seats after the move. */
export interface FoundLine {
  moves: string[];
  told: Fact[];
  chances: number[];
  errors: number[];
  proved: boolean;
}

/** A legal move with its exact value for the seat that plays it, its ``chance`` then, and best play after it. */
export interface FoundValue {
  move: string;
  value: number;
  chance: number;
  tone: number;
  reply: string[];
  told: Fact[];
}

/** Whether the seats of whoever asks are ``free``: no person keeps them yet. */
export interface FreeSeats {
  table: string;
  free: boolean;
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
  partners?: number[];
  team_size?: number;
  vote?: OpenVote | null;
  returning?: Returning | null;
  left?: number[];
  deal?: DealParts | null;
  bots_after?: number;
  plan?: Ply[];
  holidays?: SeatHoliday[];
  rated?: boolean;
  low?: number;
  high?: number;
  closed?: ClosedTable | null;
  pair?: number;
}

/** A person's results in a game: against people, each level of bots, and alone; ``reviews`` if there are some. */
export interface GameFigures {
  game: string;
  people: Results;
  bots: BotResults[];
  alone: Results;
  reviews: OwnAccounts | null;
}

/** A game that can be played here. ``options`` are keyed by the number of players and the name of the option. */
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

/** Which seats are connected now, and the number of spectators. */
export interface Here {
  t: "here";
  chairs: number[];
  watching: number;
}

/** Ask for a strong bot's move; only if no other person plays. */
export interface Hint {
  t: "hint";
  id: string;
}

/** A strong bot's suggestion: where to look, the move, and why, in English and as data. */
export interface Hinted {
  t: "hint";
  id: string;
  a: string;
  where: string[];
  why: string[];
  facts?: Fact[];
  told?: Fact | null;
}

/** From a start to an end, both in milliseconds. One that was withdrawn ends where it starts. */
export interface Holiday {
  start: number;
  end: number;
}

/** Why a move cannot be played: ``why`` in English, ``fact`` as data. */
export interface Illegal {
  why: string;
  rule?: string | null;
  fact?: Fact | null;
}

/** A request for any free seat or a specific one. A listed table needs no invitation. */
export interface JoinTable {
  invite?: string;
  name?: string;
  chair?: number | null;
  keep?: "cookie" | "token";
  secret?: string | null;
  nonce_hash?: string;
}

/** All moves since the position of a puzzle, those of the other seats and the dealer too; the last is judged. */
export interface JudgeMoves {
  moves: string[];
}

/** What the last move deserves; ``reply`` is the strongest defence, or the refutation of a wrong move. */
export interface Judgement {
  right: boolean;
  over: boolean;
  reply: string[];
  told: Fact[];
  reply_told: Fact[];
  reasons: Fact[];
}

/** Somebody in the list of the best. */
export interface Leader {
  name: string;
  rating: number;
  provisional: boolean;
  results: number;
}

/** The best at a game who want ratings: first those whose rating is sure, then provisional ones; and the bots. */
export interface Leaderboard {
  game: string;
  people: Leader[];
  levels: LevelRating[];
}

/** Give up a seat before the game. */
export interface Leave {
  t: "leave";
  id: string;
  chair?: number | null;
}

/** The measured rating of a level of bots. */
export interface LevelRating {
  level: string;
  rating: number;
}

/** Ask for the best moves in a position. Answers follow while they improve; the last one is ``done``. */
export interface Lines {
  t: "lines";
  id: string;
  at: Reached;
  most?: number;
}

/** What is known about a position so far. */
export interface LinesAnswer {
  t: "lines";
  id: string;
  found: Found;
  done: boolean;
}

/** Whose link it is, to be asked about before it is used. */
export interface LinkOwner {
  name: string;
}

/** A sign-in with a link from another device. */
export interface LinkSignIn {
  secret: string;
}

/** Ask for the full state again. */
export interface Look {
  t: "look";
}

/** A request to show a position, after some moves. ``open`` shows hidden information, as in a replay. */
export interface Looked {
  game: string;
  position?: string;
  players?: number | null;
  options?: Record<string, string | number>;
  moves?: string[];
  rules?: number | null;
  seat?: number | null;
  open?: boolean;
  preview?: string;
  explain?: boolean;
  draw?: boolean;
}

/** Who is asking, and whether ``passkeys`` can work at this address. */
export interface Me {
  person: PersonInfo | null;
  passkeys: boolean;
}

/** The moves of a game in words, as one seat may know them; null for what the dealer does in secret. */
export interface MoveWords {
  told: (Fact | null)[];
}

/** The action changed nothing: ``why`` in English, ``fact`` as data. */
export interface Nak {
  t: "nak";
  id: string;
  code: "busy" | "entry" | "failed" | "frame" | "illegal" | "over" | "rate" | "refused" | "stale" | "turn";
  why: string;
  v: number;
  rule?: string | null;
  fact?: Fact | null;
}

/** A wish never to meet the person at a ``chair`` again. */
export interface NewBlock {
  chair: number;
}

/** A seat of a table to open; without a name it gets the opener's. Its limits are not those of stored seats. */
export interface NewChair {
  kind: "bot" | "open" | "screen";
  name?: string;
  bot?: string;
}

/** New recovery codes, which are shown only now; the earlier ones have ended. */
export interface NewCodes {
  codes: string[];
}

/** A wish for the digest; the address gets a mail with a link that confirms it. */
export interface NewDigest {
  address: string;
  language?: "de" | "en" | "fr" | "ja";
}

/** Another passkey of a person; without a label it is called like the browser. */
export interface NewPasskey {
  credential: Record<string, unknown>;
  label?: string;
}

/** A new person with the passkey that the browser made; without one where passkeys cannot work. */
export interface NewPerson {
  name: string;
  language?: "de" | "en" | "fr" | "ja";
  credential?: Record<string, unknown> | null;
}

/** A report about whoever has an ``id`` at a table, sits at a ``chair``, or has written there under a ``name``. */
export interface NewReport {
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  id?: string;
  chair?: number | null;
  name?: string;
  text?: string;
}

/** A browser that wants notices in a language. */
export interface NewSubscription {
  endpoint: string;
  keys: PushKeys;
  language?: "de" | "en" | "fr" | "ja";
}

/** A table to open. Without ``chairs`` the opener takes the first seat and the others are open. */
export interface NewTable {
  game: string;
  players?: number | null;
  options?: Record<string, string | number>;
  chairs?: NewChair[];
  timing?: Timing;
  listed?: boolean;
  chat?: boolean;
  phrases_only?: boolean;
  name?: string;
  keep?: "cookie" | "token";
  nonce_hash?: string;
  bots_after?: number;
  rated?: boolean;
  low?: number;
  high?: number;
}

/** An option that is an integer from ``low`` to ``high``. */
export interface NumberOption {
  kind: "number";
  low: number;
  high: number;
  default: number;
  range: string;
  help: string;
  help_fact?: Fact | null;
}

/** A vote about the empty ``chairs``: who has chosen what, which ``bot`` would play, and the milliseconds left. */
export interface OpenVote {
  chairs: number[];
  for_bot: number[];
  for_end: number[];
  bot: string;
  left_ms: number;
}

/** Averages of the reviews: what luck, the person's own choices and those of others changed in a game. */
export interface OwnAccounts {
  games: number;
  luck: number;
  own: number;
  others: number;
  given_away: number;
}

/** Somebody who is blocked, as the person who has done it sees them. */
export interface OwnBlock {
  id: string;
  name: string;
  at: number;
}

/** Whom a person has blocked, the newest first. */
export interface OwnBlocks {
  blocks?: OwnBlock[];
}

/** A seat in a list of games; one without a name and a bot is free, or its player was deleted. */
export interface OwnChair {
  name: string;
  bot: string;
}

/** The digest as its person sees it; ``possible`` is whether this server sends mail. */
export interface OwnDigest {
  possible: boolean;
  address?: string;
  confirmed?: boolean;
  wished?: string;
}

/** The figures of a person, by game. Only games in which they had exactly one seat count. */
export interface OwnFigures {
  games: GameFigures[];
}

/** A game of a person; ``number`` is 0 for a table that waits. ``mine``, ``winners`` and ``left`` are chairs. */
export interface OwnGame {
  table: string;
  number: number;
  game: string;
  players: number;
  options: Record<string, string | number>;
  phase: "over" | "playing" | "waiting";
  chairs: OwnChair[];
  mine: number[];
  to_move: number | null;
  deadline: number | null;
  at: number;
  winners: number[] | null;
  reason: "abandoned" | "agreed" | "forfeit" | "resigned" | "rules" | "time" | null;
  moves: number;
  reviewed?: boolean;
  left?: number[];
  listed_until?: number | null;
}

/** A page of the list, and whether there are more. */
export interface OwnGames {
  games: OwnGame[];
  more: boolean;
}

/** One's holiday that is announced or goes on, if there is one, and how many days each year has left. */
export interface OwnHolidays {
  holiday: Holiday | null;
  left: Record<string, number>;
  everywhere: boolean;
}

/** What a person gets: the ``key`` with which the server signs, their browsers, and the kinds they want. */
export interface OwnNotices {
  key: string;
  subscriptions: SubscriptionInfo[];
  kinds: ("begun" | "rematch" | "return" | "time" | "turn" | "vote")[];
}

/** The rating of a person in a game, and how many results it is computed from. */
export interface OwnRating {
  game: string;
  rating: number;
  provisional: boolean;
  results: number;
}

/** A wish to play with somebody: one of some games, or any without ``games``; with a kind of clock, or any. */
export interface Pair {
  games?: string[];
  players?: number | null;
  timing?: "days" | "live" | "none" | null;
  bots_after?: number;
  rated?: boolean;
  own?: string[];
  name?: string;
  keep?: "cookie" | "token";
  secret?: string | null;
  nonce_hash?: string;
}

/** A passkey as its person sees it. */
export interface PasskeyInfo {
  id: string;
  label: string;
  created: number;
  used: number;
}

/** A person as they see themselves; ``codes`` says how many recovery codes are left. */
export interface PersonInfo {
  id: string;
  name: string;
  language: "de" | "en" | "fr" | "ja";
  created: number;
  passkeys: PasskeyInfo[];
  sessions: SessionInfo[];
  codes: number;
  rated?: boolean;
  ratings?: OwnRating[];
}

/** A move of a plan that somebody sends, and what may follow it. */
export interface PlannedMove {
  move: string;
  then?: PlannedMove[];
}

/** A move in a plan, the chair that makes it, and what may follow it. */
export interface Ply {
  move: string;
  chair: number;
  then?: Ply[];
}

/** Ask what a move would do. */
export interface Preview {
  t: "preview";
  id: string;
  a: string;
}

/** What a move would do, in the terms of its game. */
export interface Previewed {
  t: "preview";
  id: string;
  a: string;
  preview: Record<string, unknown>;
}

/** How much of a review is done. */
export interface Progress {
  t: "progress";
  id: string;
  done: number;
  total: number;
}

/** The keys of a browser's subscription, as the browser writes them. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The answer of a puzzle: its main line, and the record with all defences and refutations. */
export interface PuzzleAnswer {
  record: string;
  moves: string[];
  told: Fact[];
}

/** A puzzle in the list of its set. */
export interface PuzzleEntry {
  puzzle: string;
  kind: string;
  themes: string[];
  grade: number | null;
}

/** A puzzle without its answer. ``grade`` is the rating with its interval; ``seat`` solves it. */
export interface PuzzleInfo {
  puzzle: string;
  game: string;
  rules: number;
  players: number;
  options: Record<string, string | number>;
  position: string;
  seat: number;
  kind: string;
  kind_fact: Fact;
  free: boolean;
  themes: PuzzleTheme[];
  grade: [number, number, number] | null;
  origin: string;
  task: Fact;
}

/** A kind of puzzle, and how many of a set are of it. */
export interface PuzzleKindInfo {
  kind: string;
  fact: Fact;
  count: number;
}

/** The puzzles of a set. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/** The puzzles of a game for a number of players; ``low`` and ``high`` are the ends of their grades. */
export interface PuzzleSetInfo {
  game: string;
  players: number;
  count: number;
  low: number | null;
  high: number | null;
  kinds: PuzzleKindInfo[];
  themes: PuzzleThemeInfo[];
}

/** All sets of puzzles, in the order of the page. */
export interface PuzzleSets {
  sets: PuzzleSetInfo[];
}

/** A theme of a puzzle. */
export interface PuzzleTheme {
  theme: string;
  fact: Fact;
}

/** A theme, and how many puzzles of a set have it. */
export interface PuzzleThemeInfo {
  theme: string;
  fact: Fact;
  count: number;
}

/** The rated results of a person, the newest first. */
export interface RatingHistory {
  steps: RatingStep[];
}

/** A rated result of a person, with their rating after it. ``rank`` is theirs, of all ``players``. */
export interface RatingStep {
  game: string;
  table: string;
  number: number;
  at: number;
  rank: number;
  players: number;
  rating: number;
}

/** A position, after some moves; without ``position``, from the beginning. */
export interface Reached {
  game: string;
  position?: string;
  players?: number | null;
  options?: Record<string, string | number>;
  moves?: string[];
  rules?: number | null;
}

/** A record to replay. */
export interface Recorded {
  record: string;
}

/** Decline a request. */
export interface Refuse {
  t: "refuse";
  id: string;
  what: "draw" | "rematch" | "return" | "undo";
  chair?: number | null;
}

/** A whole game to step through: ``positions`` has one more entry than ``moves``. ``movers`` are seats or -1. */
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
  told?: Fact[];
  measure?: Fact | null;
  first?: number;
  comments?: Commented[];
  variations?: ReplayedVariation[];
  teams?: number[][];
}

/** Moves that replace those of their line after the first ``after`` moves. */
export interface ReplayedVariation {
  after: number;
  moves: string[];
  movers: number[];
  told: Fact[];
  comments: Commented[];
  variations: ReplayedVariation[];
}

/** Resign the game. */
export interface Resign {
  t: "resign";
  id: string;
  chair?: number | null;
}

/** How many games were won, drawn and lost. */
export interface Results {
  won?: number;
  drawn?: number;
  lost?: number;
}

/** Somebody who asks for the seat that they have left, the chairs that agree, and the milliseconds left. */
export interface Returning {
  chair: number;
  agreed: number[];
  left_ms: number;
}

/** Reveal the nonce whose hash was sent before; the game begins with the last one. */
export interface Reveal {
  t: "reveal";
  id: string;
  nonce: string;
}

/** The nonce whose hash was sent with the request to open or to join. */
export interface RevealNonce {
  nonce: string;
}

/** Ask for the review. */
export interface Review {
  t: "review";
  id: string;
  table?: string | null;
  number?: number | null;
  at?: Reached | null;
  winners?: number[] | null;
}

/** The review of a game; it is stored with the table. */
export interface ReviewAnswer {
  t: "review";
  id: string;
  review: Reviewed;
}

/** The chances of the seats at the beginning and after each move, which of these are proved, and the seats. */
export interface Reviewed {
  chances: number[][];
  proved: boolean[];
  seats: ReviewedSeat[];
}

/** A move worth another look, and a better one with what a hint says about it: ``facts`` and ``why`` (English). */
export interface ReviewedMoment {
  ply: number;
  move: string;
  loss: number;
  error: number;
  better: string;
  told?: Fact | null;
  better_told?: Fact | null;
  where?: string[];
  facts?: Fact[];
  why?: string[];
}

/** What happened to a seat's chance to win: ``result`` - ``start`` is the sum of ``luck``, ``own`` and ``others``. */
export interface ReviewedSeat {
  start: number;
  luck: number;
  own: number;
  others: number;
  result: number;
  given_away: number;
  moments: ReviewedMoment[];
}

/** Send a chat message: a text or a phrase. */
export interface Say {
  t: "say";
  id: string;
  text?: string;
  phrase?: "dakapo!" | "good luck" | "hello" | "nice move" | "one moment" | "oops" | "thanks" | "well played" | null;
  name?: string;
}

/** A holiday that a chair has announced, or on which it is: from ``start`` to ``end`` (milliseconds). */
export interface SeatHoliday {
  chair: number;
  start: number;
  end: number;
}

/** Your seats; ``invite`` lets others join, ``token`` is present for programs that asked for it. */
export interface Seated {
  table: string;
  you: number[];
  invite?: string;
  token?: string;
}

/** A session as its person sees it; ``current`` is the one that asks. */
export interface SessionInfo {
  id: string;
  label: string;
  created: number;
  seen: number;
  current: boolean;
}

/** What is visible in a position; ``told`` is the last move that led to it in words. */
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
  illegal?: Illegal | null;
  told?: Fact | null;
  drawn?: string;
}

/** A sign-in with a passkey. */
export interface SignIn {
  credential: Record<string, unknown>;
}

/** A seat as everybody sees it. ``left`` says why its player has left; a bot there has the player's ``name``. */
export interface Sitting {
  kind: string;
  taken: boolean;
  name?: string;
  bot?: string;
  left?: string;
  rating?: number;
  provisional?: boolean;
  id?: string;
}

/** Stop the question with this id; it is not answered any more. */
export interface Stop {
  t: "stop";
  id: string;
}

/** Replace one's plan: what to reply to the moves of the others, from version ``v`` on. An empty one deletes it. */
export interface StorePlan {
  t: "plan";
  id: string;
  v: number;
  plan?: PlannedMove[];
}

/** A browser with notices as its person sees it; ``current`` is the one that asks. */
export interface SubscriptionInfo {
  id: string;
  label: string;
  created: number;
  current: boolean;
}

/** The time control: none, ``live`` seconds with an increment, or ``days`` per move. */
export interface Timing {
  kind?: "days" | "live" | "none";
  main?: number;
  increment?: number;
  days?: number;
}

/** What the operator tells everybody, to be shown until a time (milliseconds). */
export interface Told {
  t: "broadcast";
  id: string;
  text: string;
  until: number;
}

/** How good another move is: what it gives away against the best one, and what a hint says about it. */
export interface Tried {
  move: string;
  good: boolean | null;
  loss: number;
  error: number;
  told?: Fact | null;
  where?: string[];
  facts?: Fact[];
  why?: string[];
}

/** Ask how good another move would have been after ``ply`` moves. */
export interface Try {
  t: "try";
  id: string;
  table?: string | null;
  number?: number | null;
  at?: Reached | null;
  winners?: number[] | null;
  ply: number;
  a: string;
}

/** How good another move would have been. */
export interface TryAnswer {
  t: "try";
  id: string;
  tried: Tried;
}

/** How many deals of a record follow from its seed; what else was checked or is missing, in English and as data. */
export interface Verified {
  deals: number;
  said: string[];
  facts: Fact[];
}

/** Tell whether the table can be seen: whoever has it before them needs no notice. Without it, it can. */
export interface Visible {
  t: "visible";
  on: boolean;
}

/** Choose a bot for the empty seats, or the end of the game; without ``chair``, for all seats of the sender. */
export interface Vote {
  t: "vote";
  id: string;
  choice: "bot" | "end";
  chair?: number | null;
}

export type Request = Act | Ask | Refuse | Resign | Claim | Vote | Leave | Reveal | Say | StorePlan | Preview | Hint | Look | Visible;

export type Answer = Ack | Nak | Previewed | Hinted | Ev | Full | Here | Told;

export type AnalysisRequest = Chances | Review | Try | Lines | Stop;

export type AnalysisAnswer = ChancesAnswer | Progress | ReviewAnswer | TryAnswer | LinesAnswer | AnalysisNak;
