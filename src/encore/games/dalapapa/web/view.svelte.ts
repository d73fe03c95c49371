/** Which part of the table is on the screen: one shift and one scale, so that moving it redraws no tile.
 *
 * While it moves, the last drawing is shifted and scaled as a whole, which is fast. When it stops, it is drawn again, sharp.
 */
import { moving } from "$lib/settings.svelte";
import { UNIT } from "./place";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SMALLEST = 0.15;
const LARGEST = 4;
const COMFORT = 1.9;
/** The two groups of buttons are in one row on the lower edge, in columns on both sides, or in two rows on the lower edge. */
export type Buttons = (typeof WAYS)[number];
const WAYS = ["below", "beside", "stacked"] as const;
/** The room for one row or column of buttons, which must not hide what fits. */
const BUTTONS = 56;
/** The width of both groups of buttons in one row, and the height of one as a column, with the space around them. */
const ROW = 212;
const COLUMN = 156;
const GLIDE_MS = 240;
const REST_MS = 140;
/** The scale at which the text of a label, 9 high in the drawing, is 12 pixels high, with a little more for rounding. */
const READABLE = 12.1 / 9;
/** How far a drawing may be scaled before it is drawn again. */
const STRETCH = 2.5;

/** Return the box around squares, with a margin in squares. */
export function boxOf(squares: [number, number][], margin: number): Box {
  const xs = squares.length ? squares.map(([x]) => x) : [0, 1];
  const ys = squares.length ? squares.map(([, y]) => -y) : [0];
  const edge = (margin + 0.5) * UNIT;
  return {
    left: Math.min(...xs) * UNIT - edge,
    right: Math.max(...xs) * UNIT + edge,
    top: Math.min(...ys) * UNIT - edge,
    bottom: Math.max(...ys) * UNIT + edge,
  };
}

export class View {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  width = $state(0);
  height = $state(0);
  /** How much of the lower edge is covered by something that takes the place of the buttons. */
  covered = $state(0);
  /** 1, or -1 where the board is flipped. */
  way = $state<1 | -1>(1);
  /** Whether the whole table stays on the screen; until the player moves it. */
  following = true;
  /** The last drawing. */
  #drawn = $state.raw<{ x: number; y: number; scale: number; way: 1 | -1 }>({
    x: 0,
    y: 0,
    scale: 1,
    way: 1,
  });
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** Where the tiles are drawn. */
  get transform(): string {
    const { x, y, scale, way } = this.#drawn;
    return `translate(${x} ${y}) scale(${way * scale})`;
  }

  /** How much larger than drawn a label must be to be readable on the screen. It follows the drawing, not every frame. */
  get label(): number {
    return Math.max(1, READABLE / this.#drawn.scale);
  }

  /** How the drawing has been moved since then. */
  get moved(): string {
    const { x, y, scale } = this.#drawn;
    const factor = this.scale / scale;
    return `translate(${this.x - x * factor}px, ${this.y - y * factor}px) scale(${factor})`;
  }

  /** Show a box as large as it fits, with an animation if wanted. */
  fit({ left, right, top, bottom }: Box, glide: boolean): void {
    if (!this.width || !this.height) return;
    this.following = true;
    const [aside, width, height] = this.#free;
    const scale = Math.max(SMALLEST, Math.min(width / (right - left), height / (bottom - top), COMFORT));
    const x = aside + width / 2 - (this.way * scale * (left + right)) / 2;
    const y = height / 2 - (this.way * scale * (top + bottom)) / 2;
    this.#go(x, y, scale, glide && moving());
  }

  /** Where the buttons are: of the ways in which they fit, that which leaves most for a table as wide as high. */
  get buttons(): Buttons {
    const { width, height } = this;
    const fits = { below: width >= ROW, beside: height >= COLUMN, stacked: width < ROW };
    const room = (way: Buttons): number => {
      const [, wide, high] = this.#freeOf(way);
      return fits[way] ? Math.min(wide, high) : -Infinity;
    };
    return WAYS.reduce((best, way) => (room(way) > room(best) ? way : best));
  }

  /** The left edge, the width and the height of what the buttons leave free. */
  #freeOf(way: Buttons): [number, number, number] {
    const { width, height, covered } = this;
    if (covered) return [0, width, height - Math.max(BUTTONS, covered)];
    if (way === "beside") return [BUTTONS, width - 2 * BUTTONS, height];
    return [0, width, height - (way === "below" ? BUTTONS : 2 * BUTTONS)];
  }

  get #free(): [number, number, number] {
    return this.#freeOf(this.buttons);
  }

  pan(dx: number, dy: number): void {
    this.#taken();
    this.#show(this.x + dx, this.y + dy, this.scale);
  }

  /** Zoom around a point of the screen, by default its middle. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.#taken();
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    const real = scale / this.scale;
    this.#show(x - (x - this.x) * real, y - (y - this.y) * real, scale);
  }

  /** Flip the board or flip it back: half a turn around the middle of the screen. */
  turn(other: boolean): void {
    const way = other ? -1 : 1;
    if (way === this.way) return;
    this.stop();
    this.way = way;
    [this.x, this.y] = [this.width - this.x, this.#free[2] - this.y];
    this.#draw();
  }

  /** The point of the table under a point of the screen. */
  world(x: number, y: number): [number, number] {
    const scale = this.way * this.scale;
    return [(x - this.x) / scale, (y - this.y) / scale];
  }

  /** Move as little as needed to show a point of the table. */
  reveal(wx: number, wy: number): void {
    if (!this.width) return;
    const [aside, width, height] = this.#free;
    const edge = Math.min(UNIT * 1.5 * this.scale, width / 4, height / 4);
    const scale = this.way * this.scale;
    const [x, y] = [this.x + wx * scale - aside, this.y + wy * scale];
    const dx = Math.max(0, edge - x) - Math.max(0, x - width + edge);
    const dy = Math.max(0, edge - y) - Math.max(0, y - height + edge);
    if (dx || dy) this.#go(this.x + dx, this.y + dy, this.scale, moving());
  }

  /** Stop all animations and timers. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
  }

  #taken(): void {
    this.stop();
    this.following = false;
  }

  #go(x: number, y: number, scale: number, glide: boolean): void {
    this.stop();
    if (!glide) {
      this.#show(x, y, scale);
      this.#draw();
      return;
    }
    const from = {
      x: this.x,
      y: this.y,
      scale: this.scale,
      at: performance.now(),
    };
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - from.at) / GLIDE_MS);
      const ease = 1 - (1 - part) ** 3;
      this.#show(from.x + (x - from.x) * ease, from.y + (y - from.y) * ease, from.scale + (scale - from.scale) * ease);
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #show(x: number, y: number, scale: number): void {
    [this.x, this.y, this.scale] = [x, y, scale];
    clearTimeout(this.#rest);
    const factor = scale / this.#drawn.scale;
    if (factor > STRETCH || factor < 1 / STRETCH) this.#draw();
    else this.#rest = setTimeout(() => this.#draw(), REST_MS);
  }

  #draw(): void {
    clearTimeout(this.#rest);
    this.#drawn = { x: this.x, y: this.y, scale: this.scale, way: this.way };
  }
}
