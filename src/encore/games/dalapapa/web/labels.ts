/** Which labels are shown where there is no room for all. */
import type { Point } from "./types";

/** The size of a label with two characters in the drawing. */
const WIDE = 18;
const HIGH = 13;

/** Return the labels that hide no earlier one. `size` is how much larger than drawn labels are. */
export function uncrowded<T>(labels: readonly T[], at: (label: T) => Point, size: number, taken: readonly Point[] = []): T[] {
  const shown = [...taken];
  return labels.filter((label) => {
    const [x, y] = at(label);
    if (shown.some((other) => Math.abs(other[0] - x) < WIDE * size && Math.abs(other[1] - y) < HIGH * size)) return false;
    shown.push([x, y]);
    return true;
  });
}
