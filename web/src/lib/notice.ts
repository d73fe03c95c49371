/** Where a notice over a board goes. Knows nothing of the page. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
type Size = Pick<Box, "width" | "height">;
type Point = Pick<Box, "x" | "y">;

/** Pixels around a finger that it hides, and between the notice and what it must not cover. */
const FINGER = 32;
const GAP = 8;

const covers = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** Return the place in a room that is nearest to the finger and covers neither it nor a mark; below all of them where there is none. */
export function noticePlace(size: Size, room: Size, marks: readonly Box[], finger: Point): Point {
  const [right, low] = [Math.max(0, room.width - size.width), Math.max(0, room.height - size.height)];
  const seen = [...marks, { x: finger.x - FINGER, y: finger.y - FINGER, width: 2 * FINGER, height: 2 * FINGER }];
  const away = ({ x, y }: Point): number => Math.hypot(x + size.width / 2 - finger.x, y + size.height / 2 - finger.y);
  const free = seen
    .flatMap(({ y, height }) => [y + height + GAP, y - GAP - size.height])
    .map((y) => Math.min(Math.max(y, 0), low))
    .flatMap((y) => [right / 2, 0, right].map((x) => ({ x, y })))
    .filter((point) => !seen.some((box) => covers({ ...point, ...size }, box)));
  const below = { x: right / 2, y: Math.max(...seen.map(({ y, height }) => y + height)) + GAP };
  return free.sort((one, other) => away(one) - away(other))[0] ?? below;
}
