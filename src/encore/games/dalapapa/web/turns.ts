/** The tiles that were laid since the reader's own last turn, and what each earned. */
import type { Made, Turn } from "$lib/turns";
import { cornersOf, readPlace, squaresAround, type Place } from "./place";
import type { Point, TablePicture } from "./types";

export interface MadeTile {
  move: string;
  seat: number;
  place: Place;
  /** The number of the turn, where there are several. */
  number: number | null;
  /** The change of the total, with the price of a second tile; null where it is not known. */
  points: number | null;
  /** Where the label is: a corner of the tile, since there are no discs. */
  at: Point;
}

type Named = (made: Made, seat: number) => string;

/** The size of a label in the drawing. */
export const WIDE = 40;
const HIGH = 13;
/** How much larger than drawn labels are on a phone with a full table. */
const LARGEST = 2.5;

/** Return every laid tile of some turns, in order. */
export function madeTiles(turns: Turn[], picture: TablePicture, taken: ReadonlySet<string>): MadeTile[] {
  const laying = turns.filter(({ moves }) => moves.some(({ move }) => readPlace(move)));
  const used: Point[] = [];
  return laying.flatMap(({ seat, moves }, index) =>
    moves.flatMap((made, step): MadeTile[] => {
      const place = readPlace(made.move);
      if (!place) return [];
      const after = (moves[step + 1]?.before as TablePicture | null | undefined) ?? picture;
      const at = freeCorner(place, taken, used);
      used.push(at);
      const number = laying.length > 1 ? index + 1 : null;
      return [
        {
          move: made.move,
          seat,
          place,
          number,
          points: pointsOf(made, seat, after),
          at,
        },
      ];
    }),
  );
}

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

/** The corner of a tile where a label hides no other one, and the fewest tiles; the upper ones first.
 *
 * It is the same however large the table is shown, so that no label jumps when the table changes its size.
 */
function freeCorner(place: Place, taken: ReadonlySet<string>, used: readonly Point[]): Point {
  /** How much larger than drawn the label may be before it hides another one. */
  const room = ([x, y]: Point): number =>
    Math.min(...used.map((other) => Math.max(Math.abs(other[0] - x) / WIDE, Math.abs(other[1] - y) / HIGH)));
  const crowd = (corner: Point): number =>
    squaresAround(corner).filter((square) => taken.has(String(square))).length + (room(corner) < LARGEST ? 9 / (1 + room(corner)) : 0);
  const corners = cornersOf(place);
  return corners.reduce((best, corner) => (crowd(corner) < crowd(best) ? corner : best));
}
