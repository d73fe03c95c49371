/** What part of the endless table is on the screen: one shift and one scale, so that moving it redraws no tile. */
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
const GLIDE_MS = 240;

/** Whether the reader wants things to stand still. */
export const still = (): boolean =>
  document.documentElement.dataset["motion"] === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the room that squares take, with a margin of some squares around. */
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
  /** The whole table stays in sight until the reader takes it into the hand. */
  following = true;
  #frame = 0;

  get transform(): string {
    return `translate(${this.x} ${this.y}) scale(${this.scale})`;
  }

  /** Bring a box into sight as large as it goes, gliding there if wanted. */
  fit({ left, right, top, bottom }: Box, glide: boolean): void {
    if (!this.width || !this.height) return;
    this.following = true;
    const scale = Math.min(this.width / (right - left), this.height / (bottom - top), COMFORT);
    const x = this.width / 2 - (scale * (left + right)) / 2;
    const y = this.height / 2 - (scale * (top + bottom)) / 2;
    this.#go(x, y, scale, glide && !still());
  }

  pan(dx: number, dy: number): void {
    this.#taken();
    this.x += dx;
    this.y += dy;
  }

  /** Zoom around a point of the screen, the middle if none is named. */
  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.#taken();
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  /** The point of the table under a point of the screen. */
  world(x: number, y: number): [number, number] {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  /** Move as little as needed to see a point of the table. */
  reveal(wx: number, wy: number): void {
    const edge = Math.min(UNIT * 1.5 * this.scale, this.width / 4, this.height / 4);
    const [x, y] = [this.x + wx * this.scale, this.y + wy * this.scale];
    const dx = Math.max(0, edge - x) - Math.max(0, x - this.width + edge);
    const dy = Math.max(0, edge - y) - Math.max(0, y - this.height + edge);
    if (dx || dy) this.#go(this.x + dx, this.y + dy, this.scale, !still());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #taken(): void {
    this.stop();
    this.following = false;
  }

  #go(x: number, y: number, scale: number, glide: boolean): void {
    this.stop();
    if (!glide) {
      [this.x, this.y, this.scale] = [x, y, scale];
      return;
    }
    const from = { x: this.x, y: this.y, scale: this.scale, at: performance.now() };
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - from.at) / GLIDE_MS);
      const ease = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * ease;
      this.y = from.y + (y - from.y) * ease;
      this.scale = from.scale + (scale - from.scale) * ease;
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
