/** The tiles that were laid since the reader's own last turn, and what each earned. */
import type { Made, Turn } from "$lib/turns";
import { middleOf, readPlace, squaresOf, UNIT, type Place, type Square } from "./place";
import type { Point, TablePicture } from "./types";

export interface MadeTile {
  move: string;
  seat: number;
  place: Place;
  /** The change of the total, with the price of a second tile; null where it is not known. */
  points: number | null;
}

type Named = (made: Made, seat: number) => string;

/** The size of a label in the drawing, and how far it is from its tile. */
const WIDE = 34;
const HIGH = 13;
const APART = 2;

/** Return every laid tile of some turns, in order. */
export const madeTiles = (turns: Turn[], picture: TablePicture): MadeTile[] =>
  turns.flatMap(({ seat, moves }) =>
    moves.flatMap((made, step): MadeTile[] => {
      const place = readPlace(made.move);
      const after = (moves[step + 1]?.before as TablePicture | null | undefined) ?? picture;
      return place ? [{ move: made.move, seat, place, points: pointsOf(made, seat, after) }] : [];
    }),
  );

/** Return where the labels of tiles stand if they are this much larger than drawn: beside their tiles, where they hide none of these
 * squares and no other label. A tile without such a spot is left out. */
export function labelled(made: MadeTile[], size: number, squares: Square[]): [MadeTile, Point][] {
  const used: Point[] = [];
  const apart = ([x, y]: Point): boolean =>
    used.every((other) => Math.abs(other[0] - x) >= size * WIDE || Math.abs(other[1] - y) >= size * HIGH);
  return made.flatMap((tile): [MadeTile, Point][] => {
    const at = spotsAround(tile.place, size).find((spot) => apart(spot) && !squares.some((square) => hides(spot, size, square)));
    if (!at) return [];
    used.push(at);
    return [[tile, at]];
  });
}

/** Return the spots for a label that touches a tile, the nearest ones to its middle first. */
function spotsAround(place: Place, size: number): Point[] {
  const [mx, my] = middleOf(place);
  const spots = squaresOf(place).flatMap(([x, y]): Point[] => {
    const [wide, high] = [(size * WIDE + UNIT) / 2 + APART, (size * HIGH + UNIT) / 2 + APART];
    const across = [0, 0.5, -0.5].flatMap((aside) => [-high, high].map((dy): Point => [(x + aside) * UNIT, -y * UNIT + dy]));
    return [...across, [x * UNIT + wide, -y * UNIT], [x * UNIT - wide, -y * UNIT]];
  });
  const far = ([x, y]: Point): number => Math.hypot(x - mx, y - my);
  return spots.sort((one, other) => far(one) - far(other));
}

/** Tell whether a label at a point hides a part of a square. */
const hides = ([x, y]: Point, size: number, square: Square): boolean =>
  Math.abs(x - square[0] * UNIT) < (size * WIDE + UNIT) / 2 && Math.abs(y + square[1] * UNIT) < (size * HIGH + UNIT) / 2;

/** Return every turn in words, with who did it. Ends of turns, and moves without words, are left out. */
export const told = (turns: Turn[], named: Named): string[] =>
  turns.flatMap(({ seat, moves }) => moves.filter(({ told, move }) => told && move !== "stop").map((made) => named(made, seat)));

/** What a move earned: as the server says, else by the scores before and after it. */
function pointsOf({ told, before }: Made, seat: number, after: TablePicture): number | null {
  const { points, price } = told?.args ?? {};
  if (typeof points === "number") return points - (typeof price === "number" ? price : 0);
  const then = before as TablePicture | null;
  if (told?.code === "dalapapa.told-start" || then?.phase === "lay-start") return 0;
  if (!then) return null;
  const [now, old] = [after.scores[seat], then.scores[seat]];
  return now === undefined || old === undefined ? null : now - old;
}
