/** What a game's board gets from the page around it, and where boards are found. */
import type { Component, Snippet } from "svelte";
import { games } from "./games.svelte";
import type { Values } from "./i18n.svelte";
import type { Turn } from "./turns";

/** What the server says of a position; the rest is the game's own. */
export interface Picture {
  moves: { move: string }[];
  text?: string;
  /** Where a game has rounds: what waits of the next one does not hurry the moves of this one. */
  round?: number;
}

export interface BoardProps<P extends Picture = Picture> {
  picture: P;
  /** The picture before the last move, where that move was seen to happen at a table; null elsewhere, as in a replay. */
  before: P | null;
  /** The reader may move now. */
  active: boolean;
  /** The game has ended, by resignation or time too, where the picture does not tell. */
  over: boolean;
  /** The last move. */
  last: string | null;
  /** The turns to be marked until the reader moves: every one since the reader's own, oldest first. */
  turns: Turn[];
  /** A move to be drawn as a ghost, as a hint suggests it. */
  ghost: string | null;
  /** A move that was sent and is not stored yet: shown at once, but paler. */
  pending: string | null;
  /** Cells to point at: of a hint, or of the reason why a move was refused. */
  marks: string[];
  flipped: boolean;
  /** What the page draws over the board, in its drawing: exact values of moves, and the best moves in their order. */
  overlay: Snippet | undefined;
  /** Who plays, by seat; empty where nobody does, as in a lesson. */
  names: string[];
  /** The page shows names and points beside the board. */
  tallied: boolean;
  /** Small, without controls: on the start page and in lists. */
  thumbnail: boolean;
  onmove: (move: string) => void;
  /** Ask the server what a move would do; null where nobody can be asked. */
  preview: (move: string) => Promise<Record<string, unknown> | null>;
  /** Hold what is shown, such as the end of a round: no further move is shown. Empty to go on; else what is held, in words. */
  onhold: (text: string) => void;
  /** Tell the screen reader. */
  announce: (text: string) => void;
}

export interface BoardModule {
  default: Component<BoardProps>;
}
/** A move in words, for lists and announcements. */
export type Describe = (move: string, picture: Picture) => string;

/** What a game knows of its moves, in describe.ts. */
export interface Notation {
  describe: Describe;
  /** The cells of a move, to be pointed at. */
  cells: (move: string) => string[];
  sound: (move: string) => "place" | "capture";
  /** What begins with a move, such as "Round 2", for the second of its kind; empty where nothing does. */
  round: (move: string, number: number) => string;
}

/** For a game that says nothing of its moves. */
export const PLAIN: Notation = { describe: (move) => move, cells: () => [], sound: () => "place", round: () => "" };

const boards = import.meta.glob<BoardModule>("../../../src/encore/games/*/web/Board.svelte");
/** What a game shows beside the name of a player, in Seat.svelte: a colour, for example. */
export interface SeatProps {
  picture: Picture;
  seat: number;
}
/** What explains the signs of a game, in Legend.svelte: `entry` shows one, a drawing as high as two lines and its meaning. */
export interface LegendProps {
  entry: Snippet<[sign: Snippet, text: string]>;
}
const seats = import.meta.glob<{ default: Component<SeatProps> }>("../../../src/encore/games/*/web/Seat.svelte");
/** Drawings of positions without controls, which need much less than a board. */
const thumbnails = import.meta.glob<BoardModule>("../../../src/encore/games/*/web/Thumbnail.svelte");
const notations = import.meta.glob<Partial<Notation>>("../../../src/encore/games/*/web/describe.ts");

/** Return what a game has among the files of all games. */
export const partOf = <T>(found: Record<string, () => Promise<T>>, game: string): (() => Promise<T>) | undefined =>
  Object.entries(found).find(([path]) => path.includes(`/games/${game}/`))?.[1];

/** A board that a game from outside Encore brings: an ES module, loaded from its package. */
export interface ForeignModule extends Partial<Notation> {
  /** Draw the board into an element; called once for each board on the page. */
  mount: (target: HTMLElement, props: ForeignProps) => ForeignBoard;
}

export interface ForeignBoard {
  /** Draw what has changed. */
  update: (props: ForeignProps) => void;
  destroy: () => void;
}

export interface ForeignProps extends BoardProps {
  /** The language of the page, such as "de". */
  language: string;
  /** Return a text of the game's Fluent file by its name. */
  text: (id: string, values?: Values) => string;
}

/** Return the module of a board that the page was built without; null where the game brings none. */
async function foreign(game: string): Promise<ForeignModule | null> {
  const address = (await games()).find((info) => info.game === game)?.board;
  return address ? ((await import(/* @vite-ignore */ address)) as ForeignModule) : null;
}

/** The component that draws a game, and what it needs besides a picture. */
export interface Drawn {
  Board: Component<BoardProps>;
  more: object;
}
/** The boards that are there: they can be drawn without waiting. */
const drawn = new Map<string, Drawn>();
export const boardOf = (game: string): Drawn | undefined => drawn.get(game);

/** Load what draws a game; a game without a board is drawn as text. */
export async function loadBoard(game: string, thumbnail = false): Promise<Drawn> {
  const own = await partOf(thumbnail ? thumbnails : boards, game)?.();
  const found = own ? { Board: own.default, more: {} } : await loadForeign(game);
  if (!thumbnail) drawn.set(game, found);
  return found;
}

async function loadForeign(game: string): Promise<Drawn> {
  const module = await foreign(game);
  const { default: Board } = await (module ? import("./ForeignBoard.svelte") : import("./TextBoard.svelte"));
  return { Board: Board as unknown as Component<BoardProps>, more: module ? { game, module } : {} };
}

/** Return what a game shows beside a player's name; null where that is nothing. */
export const loadSeat = async (game: string): Promise<Component<SeatProps> | null> => (await partOf(seats, game)?.())?.default ?? null;

export async function loadNotation(game: string): Promise<Notation> {
  return { ...PLAIN, ...(await (partOf(notations, game)?.() ?? foreign(game))) };
}
