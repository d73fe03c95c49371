/** A Dakapo move in words. */
import { type DakapoPicture, readStone } from "./types";
import { placed } from "./words";

export function describe(move: string, _picture: DakapoPicture): string {
  const stone = readStone(move);
  return stone ? placed(stone) : move;
}
