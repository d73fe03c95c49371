/** What is shown of a table: the truth, or one of the moves that lead to it. Knows nothing of the page.
 *
 * Bots move within milliseconds of each other. Nobody could follow that, so the moves of others are shown one after the
 * other. What waits is never older than MOST, and is skipped as soon as the reader does something.
 */
import type { Full } from "./messages";

export type Pace = "slow" | "normal" | "fast" | "off";

/** Milliseconds for which a move, also an own one, is shown before the next move of another player. */
export const PACES: Record<Pace, number> = { slow: 1400, normal: 800, fast: 600, off: 0 };
/** Milliseconds after which everything that waits has been shown. */
const MOST = 4000;

export interface Watching {
  now: () => number;
  pace: () => Pace;
  /** Nobody looks: the page is in the background. */
  away: () => boolean;
}

interface Step {
  full: Full;
  /** Nothing on the board changes, as at the end of a turn: shown together with the move before. */
  quiet: boolean;
}

export class Showing {
  full = $state.raw<Full | null>(null);
  readonly mine = $derived(this.full !== null && this.full.to_move !== null && this.full.you.includes(this.full.to_move));

  #watching: Watching;
  #waiting: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next move may be shown. */
  #free = 0;
  /** When everything that waits must have been shown. */
  #until = 0;

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** Take what has become true: by a move of `mover`, or without one. */
  take(full: Full, mover: number | null, quiet = false): void {
    const newest = this.#waiting.at(-1)?.full ?? this.full;
    const same = newest?.number === full.number && newest.moves.length === full.moves.length;
    if (mover === null && same) this.#replaceNewest(full);
    else if (mover === null || !newest || !this.#isFollowed(full, mover)) this.#jump(full);
    else this.#follow({ full, quiet });
  }

  /** Show what is true now. */
  catchUp(): void {
    const newest = this.#waiting.at(-1);
    if (newest) this.#jump(newest.full);
  }

  #isFollowed(full: Full, mover: number): boolean {
    return !full.you.includes(mover) && this.#watching.pace() !== "off" && !this.#watching.away();
  }

  /** Something was said or asked, which needs no time. */
  #replaceNewest(full: Full): void {
    const newest = this.#waiting.at(-1);
    if (newest) newest.full = full;
    else this.full = full;
  }

  #jump(full: Full): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.full = full;
    const now = this.#watching.now();
    // An own move has its time too, before the answer to it.
    this.#free = now + PACES[this.#watching.pace()];
    this.#until = now + MOST;
  }

  #follow(step: Step): void {
    const now = this.#watching.now();
    if (!this.#waiting.length) {
      if (step.quiet) {
        this.full = step.full;
        return;
      }
      if (now >= this.#free) this.#until = now + MOST;
    }
    this.#waiting.push(step);
    this.#wait();
  }

  /** Show the next move as soon as the one before has had its time. */
  #wait(): void {
    if (this.#timer !== undefined || !this.#waiting.length) return;
    const wait = this.#free - this.#watching.now();
    if (wait <= 0) this.#step();
    else this.#timer = setTimeout(() => this.#step(), wait);
  }

  #step(): void {
    this.#timer = undefined;
    let step = this.#waiting.shift();
    while (this.#waiting[0]?.quiet) step = this.#waiting.shift();
    if (!step) return;
    this.full = step.full;
    const now = this.#watching.now();
    const share = this.#waiting.length ? (this.#until - now) / this.#waiting.length : Infinity;
    this.#free = now + Math.max(0, Math.min(PACES[this.#watching.pace()], share));
    this.#wait();
  }
}
