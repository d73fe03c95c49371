/** What the page asks about a move of Dakapo. */
import { readStone } from "./types";

/** The cell of a move. */
export function cells(move: string): string[] {
  const stone = readStone(move);
  return stone ? [stone.cell] : [];
}
