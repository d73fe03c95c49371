/** What is shown of a table: the truth, or one of the moves that lead to it. Knows nothing of the page.
 *
 * Bots move within milliseconds of each other. Nobody could follow that, so the moves of others are shown one after the
 * other. What waits is never older than MOST, and is skipped as soon as the reader does something.
 *
 * The board may hold the end of a round. Nothing is shown meanwhile, so that status, list, words and sounds all stay at that
 * end. When the reader goes on, the deal has its time, then each move that waited. A touch skips moves up to such an end.
 */
import type { Full } from "./messages";
import { PACES, type Pace } from "./settings.svelte";

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
  #held = false;
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
    const same = newest?.number === full.number && newest.moves.length === full.moves.length && !newest.end === !full.end;
    if (mover === null && same) this.#replaceNewest(full);
    else if (mover === null || !newest || !this.#isFollowed(full, mover)) this.#jump(full);
    else this.#follow({ full, quiet });
  }

  /** Show what is true now, or the end of the round. */
  catchUp(): void {
    const [last, later] = [this.#waiting[this.#left() - 1], this.#waiting.slice(this.#left())];
    if (!last || this.#held) return;
    this.#jump(last.full);
    this.#waiting = later;
    this.#wait();
  }

  /** Stop at what is shown, or go on from there. */
  hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    this.#rest();
    this.#wait();
  }

  #isFollowed(full: Full, mover: number): boolean {
    return !full.you.includes(mover) && (this.#held || (this.#watching.pace() !== "off" && !this.#watching.away()));
  }

  /** Something was said or asked, which needs no time. */
  #replaceNewest(full: Full): void {
    const newest = this.#waiting.at(-1);
    for (const step of this.#waiting) step.full = { ...step.full, said: full.said };
    if (newest) newest.full = full;
    this.full = newest && this.full ? { ...this.full, said: full.said } : full;
  }

  #jump(full: Full): void {
    this.#waiting = [];
    this.full = full;
    this.#rest();
  }

  /** Give what is shown its time: an own move too, before the answer to it. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = this.#watching.now();
    this.#free = now + PACES[this.#watching.pace()];
    this.#until = now + MOST;
  }

  #follow(step: Step): void {
    const now = this.#watching.now();
    const first = !this.#waiting.length && !this.#held;
    if (first && step.quiet) {
      this.full = step.full;
      return;
    }
    this.#waiting.push(step);
    if (first && now >= this.#free) {
      this.#until = now + MOST;
      this.#step();
    } else this.#wait();
  }

  /** Show the next move as soon as the one before has had its time. */
  #wait(): void {
    if (this.#timer !== undefined || !this.#waiting.length || this.#held) return;
    this.#timer = setTimeout(() => this.#step(), this.#free - this.#watching.now());
  }

  /** Return how many of the moves that wait belong to the round that is shown, its last one included. */
  #left(): number {
    const round = roundOf(this.full);
    const last = this.#waiting.findIndex(({ full }) => roundOf(full) !== round);
    return last < 0 ? this.#waiting.length : last + 1;
  }

  #step(): void {
    this.#timer = undefined;
    let step = this.#waiting.shift();
    while (this.#waiting[0]?.quiet) step = this.#waiting.shift();
    if (!step) return;
    this.full = step.full;
    const now = this.#watching.now();
    const left = this.#left();
    const share = left ? (this.#until - now) / left : Infinity;
    this.#free = now + Math.max(0, Math.min(PACES[this.#watching.pace()], share));
    this.#wait();
  }
}

const roundOf = (full: Full | null): unknown => full?.board?.round;
