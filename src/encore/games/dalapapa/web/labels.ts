/** Which labels are shown where there is no room for all. */
import type { Point } from "./types";

/** The size of a label with two characters in the drawing. */
const WIDE = 18;
const HIGH = 13;

/** Return where labels stand: each at the first of its spots where it hides no earlier one. One without such a spot is left out.
 *
 * `size` is how much larger than drawn labels are.
 */
export function arranged<T>(labels: readonly T[], spots: (label: T) => readonly Point[], size: number): Map<T, Point> {
  const used: Point[] = [];
  const free = ([x, y]: Point): boolean =>
    used.every((other) => Math.abs(other[0] - x) >= WIDE * size || Math.abs(other[1] - y) >= HIGH * size);
  const found = new Map<T, Point>();
  for (const label of labels) {
    const spot = spots(label).find(free);
    if (!spot) continue;
    used.push(spot);
    found.set(label, spot);
  }
  return found;
}
