/** Where squares lie in the drawing, and the piles after a move. */
import type { Pile } from "./types";

export const SIZE = 6;
export const STEP = 100;
/** Where the life preserver lies. */
export const PRESERVER = "f1";

export interface Point {
  x: number;
  y: number;
}

/** Return the name of the square in a column from the left and a row from the top, as drawn. */
export function nameAt(column: number, row: number, flipped: boolean): string {
  const [file, rank] = flipped ? [SIZE - 1 - column, row + 1] : [column, SIZE - row];
  return "abcdef".charAt(file) + rank;
}

/** Return the middle of a square. */
export function middle(square: string, flipped: boolean): Point {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.charAt(1));
  const [column, row] = flipped ? [SIZE - 1 - file, rank - 1] : [file, SIZE - rank];
  return { x: (column + 0.5) * STEP, y: (row + 0.5) * STEP };
}

const CAPTURE = /^([a-f][1-6])x([a-f][1-6])$/;
const SWITCH = /^(15|16)\/([a-f][1-6])$/;

/** Return the squares that a move joins; a deal has none. A switch names one square, the other is where its fish is. */
export function squaresOf(move: string | null, piles: Pile[], turn: string | null): [string, string] | null {
  const capture = CAPTURE.exec(move ?? "");
  if (capture) return [capture[1] ?? "", capture[2] ?? ""];
  const switched = SWITCH.exec(move ?? "");
  const here = switched && piles.find((pile) => pile.colour === turn && pile.value === Number(switched[1]));
  return here ? [here.at, switched[2] ?? ""] : null;
}

/** Return the fish and the square that a switch names; null for another move. */
export function switchOf(move: string): { value: number; to: string } | null {
  const found = SWITCH.exec(move);
  return found ? { value: Number(found[1]), to: found[2] ?? "" } : null;
}

/** Return the piles after a move, shown until the server answers. */
export function moved(piles: Pile[], move: string | null, turn: string | null): Pile[] {
  const joined = squaresOf(move, piles, turn);
  if (!joined) return piles;
  const [from, to] = joined;
  const [one, other] = [from, to].map((square) => piles.find((pile) => pile.at === square));
  if (!one || !other) return piles;
  const quiet = { catches: [], switches: [] };
  return piles.flatMap((pile) => {
    if (pile === one) return [{ ...pile, ...quiet, at: to, height: SWITCH.test(move ?? "") ? pile.height : pile.height + other.height }];
    if (pile === other) return SWITCH.test(move ?? "") ? [{ ...pile, ...quiet, at: from }] : [];
    return [pile];
  });
}
