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

const overlap = (from: number, to: number, start: number, end: number): number => Math.max(0, Math.min(to, end) - Math.max(from, start));

/** The area of one box that another one covers. */
const covered = (one: Box, other: Box): number =>
  overlap(one.x, one.x + one.width, other.x, other.x + other.width) * overlap(one.y, one.y + one.height, other.y, other.y + other.height);

/**
 * Return the place in a room that covers neither the finger nor a mark: where it covers least of the other things, the nearest
 * to the finger; below all marks where there is none.
 */
export function noticePlace(size: Size, room: Size, marks: readonly Box[], finger: Point, things: readonly Box[] = []): Point {
  const [right, low] = [Math.max(0, room.width - size.width), Math.max(0, room.height - size.height)];
  const seen = [...marks, { x: finger.x - FINGER, y: finger.y - FINGER, width: 2 * FINGER, height: 2 * FINGER }];
  const away = ({ x, y }: Point): number => Math.hypot(x + size.width / 2 - finger.x, y + size.height / 2 - finger.y);
  const area = (point: Point): number => Math.round(things.reduce((sum, box) => sum + covered({ ...point, ...size }, box), 0));
  const edges = [...seen, ...things].flatMap(({ y, height }) => [y + height + GAP, y - GAP - size.height]);
  const free = [...new Set([0, low, ...edges.map((y) => Math.round(Math.min(Math.max(y, 0), low)))])]
    .flatMap((y) => [right / 2, 0, right].map((x) => ({ x, y })))
    .filter((point) => !seen.some((box) => covered({ ...point, ...size }, box)))
    .map((point) => ({ point, area: area(point), away: away(point) }));
  const below = { x: right / 2, y: Math.max(...seen.map(({ y, height }) => y + height)) + GAP };
  return free.sort((one, other) => one.area - other.area || one.away - other.away)[0]?.point ?? below;
}
