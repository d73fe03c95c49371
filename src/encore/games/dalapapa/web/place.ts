/** A placed tile: its text, and where it is drawn. */
import shapes from "./tile.json";
import type { Point } from "./types";

export type Side = "e" | "n" | "w" | "s";
export type Face = "a" | "b";
export type Square = [number, number];

export interface Place {
  tile: number;
  face: Face;
  x: number;
  y: number;
  side: Side;
}

/** The side of a unit square, and the radius of a disc: discs on two edges that meet at a right angle touch. */
export const { unit: UNIT, radius: RADIUS } = shapes;

const WAY: Record<Side, Square> = {
  e: [1, 0],
  n: [0, 1],
  w: [-1, 0],
  s: [0, -1],
};
const ANGLE: Record<Side, number> = { e: 0, n: -90, w: 180, s: 90 };
const WRITTEN = /^(\d+)([ab])@(-?\d+),(-?\d+)([enws])$/;

/** Read `37a@4,-1e`; null for every other move. */
export function readPlace(move: string): Place | null {
  const found = WRITTEN.exec(move);
  if (!found) return null;
  const [, tile, face, x, y, side] = found;
  return {
    tile: Number(tile),
    face: face as Face,
    x: Number(x),
    y: Number(y),
    side: side as Side,
  };
}

export interface LaidTile {
  written: string;
  place: Place;
  face: string;
}

/** The tiles of a picture with their places. Those that were there before are the same objects, so that they are not drawn again. */
export function laidTiles(tiles: [string, string][], before: readonly LaidTile[] = []): LaidTile[] {
  const known = new Map(before.map((tile) => [tile.written, tile]));
  return tiles.flatMap(([written, face]) => {
    const tile = known.get(written);
    if (tile?.face === face) return [tile];
    const place = readPlace(written);
    return place ? [{ written, place, face }] : [];
  });
}

export const writePlace = ({ tile, face, x, y, side }: Place): string => `${tile}${face}@${x},${y}${side}`;

export function squaresOf({ x, y, side }: Place): [Square, Square] {
  const [dx, dy] = WAY[side];
  return [
    [x, y],
    [x + dx, y + dy],
  ];
}

export const covers = (place: Place, [x, y]: Square): boolean => squaresOf(place).some((square) => square[0] === x && square[1] === y);

/** Where a point of doubled coordinates is drawn; y grows upwards there and downwards here. */
export const drawn = ([x, y]: Point): Point => [(x * UNIT) / 2, (-y * UNIT) / 2];

/** Where the central disc of a tile is drawn. */
export function middleOf(place: Place): Point {
  const [dx, dy] = WAY[place.side];
  return drawn([2 * place.x + dx, 2 * place.y + dy]);
}

/** How far a point is outside of a tile. */
export function beside(place: Place, [x, y]: Point): number {
  const [mx, my] = middleOf(place);
  const [dx, dy] = WAY[place.side];
  const out = (away: number, along: number): number => Math.max(0, Math.abs(away) - (UNIT * (1 + Math.abs(along))) / 2);
  return Math.hypot(out(x - mx, dx), out(y - my, dy));
}

export const transformOf = ({ x, y, side }: Place): string => `translate(${x * UNIT} ${-y * UNIT}) rotate(${ANGLE[side]})`;

export const opposite = (side: Side): Side => nextSide(nextSide(side));

export const turned = (side: Side): string => `rotate(${ANGLE[side]})`;

/** The square under a point of the drawing. */
export const squareAt = (x: number, y: number): Square => [Math.round(x / UNIT), Math.round(-y / UNIT) || 0];

/** A quarter turn counter-clockwise. */
export const nextSide = (side: Side): Side => (({ e: "n", n: "w", w: "s", s: "e" }) as const)[side];

const NAMED = /(?<![\d,])(-?\d+),(-?\d+)(?![\d,])/g;

/** The squares in marks: each mark is a square, a move, or a text that names squares. */
export function markedSquares(marks: string[]): Square[] {
  const found = marks.flatMap((mark): Square[] => {
    const place = readPlace(mark);
    return place ? squaresOf(place) : [...mark.matchAll(NAMED)].map(([, x, y]): Square => [Number(x), Number(y)]);
  });
  return [...new Map(found.map((square) => [String(square), square])).values()];
}
