/** What is known about a game, of a table or from elsewhere: its win chances, its review, and moves that are tried instead of others. */
import { Analyst, fits } from "./analyst";
import type { Picture } from "./board";
import { reviewOf, sidesOf, together, type Sides } from "./chances";
import { ask, Failed } from "./http";
import type { Chances, Looked, Replay, Reviewed, ReviewedMoment, Sight, Tried } from "./messages";
import { winnersOf } from "./record";

/** A game of a table; without a number the last one. */
export interface Played {
  table: string;
  number?: number;
}

/** Return the part of a question that names a record. If its players have ended the game, it says who won. */
function aboutRecord(replay: Replay): Omit<Chances, "t" | "id"> | null {
  const { game, players, options, positions, moves, rules = null } = replay;
  if (!fits(moves)) return null;
  const at = { game, players, options, rules, moves, position: positions[0] ?? "" };
  return !replay.winners && replay.tags.Termination ? { at, winners: [...winnersOf(replay)] } : { at };
}

export class Review {
  /** Whether there can be chances and a review. */
  readonly possible: boolean;
  /** Of the sides, as everything here. */
  chances = $state.raw<number[][] | null>(null);
  proved = $state.raw<boolean[]>([]);
  /** Whether the chances are still to come. */
  loading = $state(true);
  review = $state.raw<Reviewed | null>(null);
  /** How much of the review is done, while it is made. */
  progress = $state.raw<{ done: number; total: number } | null>(null);
  failure = $state.raw<unknown>(null);
  #analyst = new Analyst();
  #stop: AbortController | null = null;
  /** What the questions are about; null for a record that is too long for a question. */
  readonly #about: Omit<Chances, "t" | "id"> | null;

  readonly sides: Sides;

  constructor(replay: Replay, played: Played | null) {
    this.sides = sidesOf(replay);
    this.#about = played ?? aboutRecord(replay);
    this.possible = !!this.#about && replay.moves.length > 0;
  }

  /** Ask for the chances. Without them, the replay shows what it can show. */
  async load(): Promise<void> {
    const found = this.possible && (await this.#analyst.ask<"chances">({ t: "chances", ...this.#about }).catch(() => null));
    this.loading = false;
    if (!found || this.review) return;
    this.chances = found.chances.map((each) => together(this.sides, each));
    this.proved = found.proved;
  }

  /** Make the review, or get the one that was made before. */
  async begin(): Promise<void> {
    this.#stop = new AbortController();
    this.progress = { done: 0, total: 0 };
    this.failure = null;
    try {
      const { review } = await this.#analyst.ask<"review">(
        { t: "review", ...this.#about },
        (so) => so.t === "progress" && (this.progress = { done: so.done, total: so.total }),
        this.#stop.signal,
      );
      this.review = reviewOf(this.sides, review);
      this.chances = this.review.chances;
      this.proved = review.proved;
    } catch (error) {
      if (!this.#stop.signal.aborted) this.failure = error;
    }
    this.progress = null;
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Ask how good another move would have been after some moves. */
  async attempt(ply: number, a: string): Promise<Tried> {
    const { tried } = await this.#analyst.ask<"try">({ t: "try", ...this.#about, ply, a });
    return { ...tried, loss: tried.loss * (this.sides[0]?.length ?? 1) };
  }

  close(): void {
    this.#analyst.close();
  }
}

/** Why a move could not be tried. */
interface Refusal {
  why: string;
  rule: string | null;
  fact: Failed["fact"];
  move: string;
}

/** A moment of a game that is played again: the reader looks for a better move. */
export class Attempt {
  picture = $state.raw<Picture | null>(null);
  /** A move that the server is asked about. */
  pending = $state<string | null>(null);
  tried = $state.raw<Tried | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** Whether the better move is shown. */
  shown = $state(false);
  readonly moment: ReviewedMoment;
  readonly seat: number;
  readonly ghost = $derived.by(() => (this.shown ? this.moment.better : (this.tried?.move ?? null)));
  readonly #position: Looked;
  readonly #review: Review;

  constructor(review: Review, replay: Replay, moment: ReviewedMoment, seat: number) {
    const { game, players, options, positions, rules = null } = replay;
    this.moment = moment;
    this.seat = seat;
    this.#review = review;
    this.#position = { game, players, options, rules, position: positions[moment.ply - 1] ?? "", seat };
  }

  async load(): Promise<void> {
    this.picture = (await ask<Sight>("/api/look", this.#position)).board as unknown as Picture;
  }

  show(): void {
    this.shown = true;
    this.tried = this.refusal = null;
  }

  async play(move: string): Promise<void> {
    if (this.pending) return;
    this.pending = move;
    this.tried = this.refusal = null;
    this.shown = false;
    try {
      this.tried = await this.#review.attempt(this.moment.ply - 1, move);
    } catch (error) {
      const failed = error instanceof Failed ? error : new Failed(0, String(error));
      this.refusal = { why: failed.message, rule: failed.rule, fact: failed.fact, move };
    }
    this.pending = null;
  }

  /** Ask what a move would do. */
  async preview(move: string): Promise<Record<string, unknown> | null> {
    const sight = await ask<Sight>("/api/look", { ...this.#position, preview: move }).catch(() => null);
    return sight?.preview ?? null;
  }
}
