/** The picture of a Dakapo position, and where its cells are in the drawing. */
import type { Picture } from "./picture";

export type { Placement, Square } from "./picture";

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];

/** The supply has every colour, which the generated type cannot say. */
export interface DakapoPicture extends Omit<Picture, "supply"> {
  supply: Record<Colour, number>;
}

/** The notation of a stone: cell, first letter of the colour, and ! for a call. */
const WRITTEN = /^([a-h][1-8])([rygb])(!?)$/;

export interface Stone {
  cell: string;
  colour: Colour;
  call: boolean;
}

export function readStone(move: string | null): Stone | null {
  const found = WRITTEN.exec(move ?? "");
  const colour = COLOURS.find((name) => name.startsWith(found?.[2] ?? "?"));
  return found?.[1] && colour ? { cell: found[1], colour, call: found[3] === "!" } : null;
}

export const writeStone = ({ cell, colour, call }: Stone): string => cell + colour.charAt(0) + (call ? "!" : "");

/** The place of a stone among the recent turns, and how many turns there are. */
export interface Recent {
  number: number;
  of: number;
}

/** Return the cells of the recent turns with their order; each turn is a list of moves. */
export function recentCells(turns: readonly string[][]): Map<string, Recent> {
  const stones = turns.flatMap((moves, index) => moves.map((move) => ({ cell: readStone(move)?.cell, number: index + 1 })));
  return new Map(stones.flatMap(({ cell, number }) => (cell ? [[cell, { number, of: turns.length }]] : [])));
}

export const FILES = "abcdefgh";
export const SIDE = 100;
export const RIM = 28;
export const WIDTH = 8 * SIDE + 2 * RIM;
/** The smallest size that a finger can hit, in pixels. */
const FINGER = 44;

/** The visible part of the drawing: its start and its width. */
export interface Frame {
  from: number;
  width: number;
}

/** Return the whole drawing, or the cells without the rim if they would be too small for fingers. */
export const frameFor = (pixels: number): Frame =>
  pixels && (pixels * SIDE) / WIDTH < FINGER ? { from: RIM, width: 8 * SIDE } : { from: 0, width: WIDTH };

/** The cells row by row in drawing order, from the top left. */
export function rows(flipped: boolean): string[][] {
  const ranks = [...Array(8).keys()].map((row) => [...FILES].map((file) => file + String(8 - row)));
  return flipped ? ranks.map((row) => row.toReversed()).toReversed() : ranks;
}

/** The centre of a cell in the drawing. */
export function middle(cell: string, flipped: boolean): { x: number; y: number } {
  const column = FILES.indexOf(cell.charAt(0));
  const row = 8 - Number(cell.charAt(1));
  const at = (index: number): number => RIM + SIDE * ((flipped ? 7 - index : index) + 0.5);
  return { x: at(column), y: at(row) };
}

/** The next cell in a direction of the drawing; the same cell at the border. */
export function step(cell: string, right: number, down: number, flipped: boolean): string {
  const drawn = rows(flipped);
  const row = drawn.findIndex((cells) => cells.includes(cell));
  const column = drawn[row]?.indexOf(cell) ?? 0;
  return drawn[row + down]?.[column + right] ?? cell;
}
