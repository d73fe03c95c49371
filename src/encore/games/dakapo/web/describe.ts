/** A Dakapo move in words. */
import { type DakapoPicture, readStone } from "./types";
import { placed } from "./words";

/** The cell of a move. */
export function cells(move: string): string[] {
  const stone = readStone(move);
  return stone ? [stone.cell] : [];
}

export function describe(move: string, _picture: DakapoPicture): string {
  const stone = readStone(move);
  return stone ? placed(stone) : move;
}
