/** A walk through the rules: the step the reader is at, and what became of the moves they tried. */
import type { Picture } from "./board";
import { ask, why } from "./http";
import type { Fact, Illegal, Looked, Sight } from "./messages";
import { keepLooks } from "./worker";

/** Texts are in English; beside each is its fact, where there is a text. */
export interface Step {
  text: string;
  text_fact?: Fact;
  position: string;
  players: number;
  options: Record<string, string | number>;
  board: Picture;
  accept: string[];
  wrong: string;
  wrong_fact?: Fact;
  done: string;
  done_fact?: Fact;
  /** The title of the lesson it belongs to. */
  title: string;
  title_fact?: Fact | undefined;
}

export interface Lessons {
  lessons: { title: string; title_fact?: Fact; steps: Omit<Step, "title" | "title_fact">[] }[];
}

type Answer =
  | { kind: "refused"; why: string; rule: string | null; fact: Fact | null; move: string }
  | { kind: "wrong" | "done"; why: string; fact: Fact | null };

const refused = (move: string, { why, rule, fact }: Illegal): Answer => ({
  kind: "refused",
  why,
  rule: rule ?? null,
  fact: fact ?? null,
  move,
});

export class Walk {
  at = $state(0);
  answer = $state.raw<Answer | null>(null);
  /** A move that the server is asked about. */
  pending = $state<string | null>(null);
  last = $state<string | null>(null);
  #after = $state.raw<Picture | null>(null);

  readonly game: string;
  readonly steps: Step[];
  readonly step = $derived.by(() => this.steps[this.at]);
  readonly picture = $derived(this.#after ?? this.step?.board ?? null);
  readonly solved = $derived(this.answer?.kind === "done" || this.step?.accept.length === 0);

  constructor(game: string, { lessons }: Lessons) {
    this.game = game;
    this.steps = lessons.flatMap(({ title, title_fact, steps }) => steps.map((step) => ({ ...step, title, title_fact })));
  }

  /** Have the answers to all right moves kept for the time without a network. */
  keep(): void {
    keepLooks(this.steps.flatMap((step) => step.accept.map((move) => this.#question(step, move))));
  }

  #question({ position, players, options }: Step, move: string): Looked {
    return { game: this.game, position, players, options, moves: [move], explain: true };
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
    this.answer = this.pending = this.last = this.#after = null;
  }

  async play(move: string): Promise<void> {
    const step = this.step;
    if (!step || this.solved || this.pending) return;
    this.pending = move;
    this.answer = null;
    try {
      const sight = await ask<Sight>("/api/look", this.#question(step, move));
      if (step === this.step) this.#judge(step, move, sight);
    } catch (error) {
      if (step === this.step) this.answer = refused(move, { why: why(error) });
    }
    if (step === this.step) this.pending = null;
  }

  /** Ask what a move would do. */
  async preview(move: string): Promise<Record<string, unknown> | null> {
    const { step } = this;
    if (!step) return null;
    const { position, players, options } = step;
    const sight = await ask<Sight>("/api/look", { game: this.game, position, players, options, preview: move } satisfies Looked).catch(
      () => null,
    );
    return sight?.preview ?? null;
  }

  #judge(step: Step, move: string, sight: Sight): void {
    if (sight.illegal) {
      this.answer = refused(move, sight.illegal);
      return;
    }
    if (!step.accept.includes(move)) {
      this.answer = { kind: "wrong", why: step.wrong, fact: step.wrong_fact ?? null };
      return;
    }
    this.answer = { kind: "done", why: step.done, fact: step.done_fact ?? null };
    this.last = move;
    // The reader has moved; what lies there now is to be looked at.
    this.#after = { ...sight.board, moves: [] } as Picture;
  }
}
