/** The outline of an arrow between the middles of two squares. */
import type { Point } from "./squares";

export interface ArrowShape {
  /** How far from the first middle it begins, and how far before the second it ends. */
  start: number;
  end: number;
  /** Half the breadth of its shaft and of its head, and the length of the head. */
  shaft: number;
  head: number;
  length: number;
}

/** Return an arrow as a path, with a head at its end or at both ends. */
export function arrowPath(here: Point, there: Point, { start, end, shaft, head, length }: ArrowShape, both = false): string {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  const [dx, dy] = [(there.x - here.x) / far, (there.y - here.y) / far];
  const tip = far - end;
  const neck = tip - length;
  const at = (along: number, aside: number): string =>
    `${(here.x + dx * along - dy * aside).toFixed(1)} ${(here.y + dy * along + dx * aside).toFixed(1)}`;
  const tail = both
    ? [at(start + length, -shaft), at(start + length, -head), at(start, 0), at(start + length, head), at(start + length, shaft)]
    : [at(start, -shaft), at(start, shaft)];
  return `M${[...tail, at(neck, shaft), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -shaft)].join("L")}Z`;
}
