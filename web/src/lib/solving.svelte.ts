/** A puzzle that is being solved: the line on the board, and what the server says of each move. */
import { Analyst } from "./analyst";
import type { Picture } from "./board";
import { ask } from "./http";
import type {
  Daily,
  DailyCounts,
  DailyResult,
  Fact,
  Illegal,
  JudgeMoves,
  Judgement,
  Looked,
  PuzzleAnswer,
  PuzzleInfo,
  Sight,
} from "./messages";
import { findLost, leave } from "./noreturn";
import { setOf, type Counts } from "./puzzles";
import { PACES, settings } from "./settings.svelte";
import { dayAt, dayBefore, keepDay, keepResult, rate, resultOf, triesOf, who, type Result } from "./solved";

/** What became of the last move; of a wrong one also why, and what would follow. */
export interface Verdict extends Judgement {
  move: string;
}

/** A move after which a game alone was lost by proof: how many moves had been made with it, and the move in words. */
export interface NoReturn {
  number: number;
  move: string;
  told: Fact | null;
}

export class Solving {
  /** The moves since the position of the puzzle, as the board shows them. */
  moves = $state.raw<readonly string[]>([]);
  sight = $state.raw<Sight | null>(null);
  /** A move that the server is asked about. */
  pending = $state<string | null>(null);
  /** Moves are being shown one after the other. */
  busy = $state(false);
  /** The last move was wrong, and stands on the board. */
  refuted = $state(false);
  /** Moves are tried for an explanation, and do not count; before the end the right one does. */
  asking = $state(false);
  /** The puzzle is over and is solved once more, which does not count. */
  repeating = $state(false);
  /** That went well. */
  repeated = $state(false);
  refusal = $state.raw<(Illegal & { move: string }) | null>(null);
  failure = $state.raw<unknown>(null);
  verdict = $state.raw<Verdict | null>(null);
  /** The answer, once it may be known. */
  answer = $state.raw<PuzzleAnswer | null>(null);
  result = $state.raw<Result>({ wrong: 0, end: "" });
  counts = $state.raw<Counts | null>(null);
  /** Where a game alone was lost; null until that is known. */
  lost = $state.raw<NoReturn[] | null>(null);
  /** How many lines of it were not looked at. */
  unseen = $state(0);
  readonly info: PuzzleInfo;
  /** The day whose daily this is. */
  readonly daily: Daily | null;
  readonly day: string | undefined;
  readonly picture = $derived.by(() => (this.sight?.board ?? null) as Picture | null);
  readonly over = $derived.by(() => this.result.end !== "");
  /** The right last move stands on the board: nothing follows it. */
  readonly found = $derived.by(() => !!this.verdict?.right && this.verdict.over);
  /** The reader may move. */
  readonly active = $derived.by(
    () =>
      !!this.sight &&
      !this.busy &&
      !this.refuted &&
      !this.found &&
      !this.pending &&
      this.sight.to_move !== null &&
      (!this.over || this.asking || this.repeating),
  );
  #before: readonly string[] = [];
  #run = 0;
  #since = Date.now();
  #sights = new Map<string, Promise<Sight>>();
  #analyst: Analyst | null = null;

  constructor(info: PuzzleInfo, daily: Daily | null) {
    this.info = info;
    this.daily = daily;
    this.day = daily?.day;
    this.counts = daily?.counts[info.puzzle] ?? null;
    const kept = resultOf(info.puzzle, this.day);
    // Whoever comes back goes on with what was tried.
    if (kept) this.result = kept;
    this.#since -= 1000 * (kept?.seconds ?? 0);
    if (kept?.end && !kept.sent) void this.#send();
    if (kept?.end && info.free) void this.#findLost();
    void this.#goTo(info.free && !kept?.end ? (kept?.line ?? []) : []);
  }

  /** The seconds that it took so far. */
  get seconds(): number {
    return this.over ? (this.result.seconds ?? 0) : Math.floor((Date.now() - this.#since) / 1000);
  }

  async play(move: string): Promise<void> {
    if (!this.active) return;
    const run = ++this.#run;
    const line = [...this.moves, move];
    this.pending = move;
    this.refusal = this.verdict = this.failure = null;
    try {
      const sight = await ask<Sight>("/api/look", { ...this.#from(this.moves), moves: line, explain: true });
      if (run !== this.#run) return;
      if (sight.illegal) this.refusal = { ...sight.illegal, move };
      else if (this.info.free && sight.to_move !== null) this.#advance(line, sight);
      else await this.#judge(run, line, sight);
    } catch (error) {
      if (run === this.#run) this.failure = error;
    }
    if (run === this.#run) this.pending = null;
  }

  /** Go on with a game alone: only its end is judged. */
  #advance(line: readonly string[], sight: Sight): void {
    this.#show(line, sight);
    if (!this.over) this.#keep({});
  }

  async #judge(run: number, line: readonly string[], sight: Sight): Promise<void> {
    const judged = await ask<Judgement>(`/api/puzzle/${this.info.puzzle}/judge`, { moves: [...line] } satisfies JudgeMoves);
    if (run !== this.#run) return;
    this.#before = this.moves;
    this.#show(line, sight);
    this.pending = null;
    this.verdict = { ...judged, move: line.at(-1) ?? "" };
    // Whoever asks about the right move has found it.
    if (judged.right && !this.over) this.asking = false;
    if (!judged.right) this.#wrong();
    else if (judged.over) this.#end("solved");
    this.refuted = !judged.right;
    await this.#follow(run, judged.reply);
  }

  /** Show moves one after the other, at the pace at which the reader wants the moves of others. */
  async #follow(run: number, moves: readonly string[]): Promise<void> {
    this.busy = moves.length > 0;
    for (const move of moves) {
      const line = [...this.moves, move];
      const [sight] = await Promise.all([this.#look(line), pause()]);
      if (run !== this.#run) return;
      this.#show(line, sight);
    }
    this.busy = false;
  }

  #wrong(): void {
    if (this.asking || this.over) return;
    // A game alone is lost when nothing can be moved: its moves can be undone, which is what counts there.
    if (!this.info.free) this.#count(false);
    this.#keep(this.info.free ? {} : { wrong: this.result.wrong + 1 });
  }

  #end(end: "solved" | "shown"): void {
    if (this.repeating) {
      this.repeating = false;
      this.repeated = end === "solved";
    }
    if (this.asking || this.over) return;
    this.#count(end === "solved" && this.result.wrong === 0);
    this.#keep({ end });
    // The page may have been opened the day before.
    if (this.day === dayAt(Date.now()) && end === "solved") keepDay(this.day);
    void this.#send();
    if (this.info.free) void this.#findLost();
  }

  /** Count the first try for the rating, which is kept before the result: that tells whether it was the first. */
  #count(solved: boolean): void {
    if (this.info.grade) rate(setOf(this.info), this.info.puzzle, this.info.grade[0], solved);
  }

  #keep(news: Partial<Result>): void {
    const own = this.info.free && !this.over ? { seconds: this.seconds, line: [...this.moves] } : {};
    this.result = { ...this.result, ...own, ...news };
    keepResult(this.result, this.info.puzzle, this.day);
  }

  /** Let the server count a daily, once; what does not arrive is sent when the page is opened again. Only two days are counted. */
  async #send(): Promise<void> {
    const { daily } = this;
    if (!daily || daily.day < dayBefore(daily.today)) return;
    const path = `/api/daily/${daily.day}/${this.info.puzzle}`;
    const tries = triesOf(this.result);
    await ask<DailyCounts>(path, { who: who(), tries } satisfies DailyResult).then(
      ({ counts }) => {
        this.counts = counts[this.info.puzzle] ?? null;
        this.#keep({ sent: true });
      },
      () => undefined, // the result is kept here all the same
    );
  }

  /** Go back to where the wrong move was made. */
  async again(): Promise<void> {
    this.verdict = null;
    await this.#goTo(this.#before);
  }

  /** Undo the last move of a game alone. */
  async undo(): Promise<void> {
    if (!this.moves.length || this.pending) return;
    if (!this.over && !this.result.wrong) this.#count(false);
    const moves = this.moves.slice(0, -1);
    if (!this.over) this.#keep({ wrong: this.result.wrong + 1, line: moves, ...leave(this.result, this.moves) });
    this.verdict = null;
    await this.#goTo(moves);
  }

  /** Try moves for an explanation, from where the solver is, or from the beginning where the puzzle is over. */
  async question(): Promise<void> {
    this.asking = true;
    this.repeated = false;
    this.verdict = null;
    await this.#goTo(this.over ? [] : this.refuted ? this.#before : this.moves);
    this.#asked = this.moves;
  }
  #asked: readonly string[] = [];

  /** Go back to solving. */
  async goOn(): Promise<void> {
    this.asking = false;
    this.verdict = null;
    await this.#goTo(this.#asked);
  }

  /** Solve a puzzle that is over once more, from the beginning. */
  async repeat(): Promise<void> {
    this.repeating = true;
    await this.#restart();
  }

  /** Leave that. */
  async stop(): Promise<void> {
    this.repeating = false;
    await this.#restart();
  }

  async #restart(): Promise<void> {
    this.repeated = false;
    this.verdict = this.failure = null;
    await this.#goTo([]);
  }

  /** Give up: the answer is shown. */
  async show(): Promise<void> {
    const run = this.#run;
    this.failure = null;
    try {
      const answer = await this.#answer();
      if (run !== this.#run) return;
      this.verdict = null;
      this.asking = false;
      this.#end("shown");
      this.answer = answer;
      const shown = await this.#goTo([]);
      // A whole game is read, or opened on the analysis board: to watch it would take long.
      if (!this.info.free) await this.#follow(shown, answer.moves);
    } catch (error) {
      if (run === this.#run) this.failure = error;
    }
  }

  /** Return the record with the answer, for the analysis board; the answer of a puzzle that is over is no secret. */
  record = async (): Promise<string> => (await this.#answer()).record;

  async #answer(): Promise<PuzzleAnswer> {
    return this.answer ?? (await ask<PuzzleAnswer>(`/api/puzzle/${this.info.puzzle}/answer`, {}));
  }

  async preview(move: string): Promise<Record<string, unknown> | null> {
    const sight = await ask<Sight>("/api/look", { ...this.#from(this.moves), preview: move }).catch(() => null);
    return sight?.preview ?? null;
  }

  close(): void {
    this.#run++;
    this.#analyst?.close();
  }

  /** Show a position; the number tells later whether something else has begun. */
  async #goTo(moves: readonly string[]): Promise<number> {
    const run = ++this.#run;
    this.pending = this.refusal = null;
    this.busy = this.refuted = false;
    try {
      const sight = await this.#look(moves);
      if (run === this.#run) this.#show(moves, sight);
    } catch (error) {
      if (run === this.#run) this.failure = error;
    }
    return run;
  }

  #show(moves: readonly string[], sight: Sight): void {
    this.moves = moves;
    this.sight = sight;
    this.#sights.set(moves.join(" "), Promise.resolve(sight));
  }

  #from(moves: readonly string[]): Looked {
    const { game, rules, players, options, position, seat } = this.info;
    return { game, rules, players, options, position, moves: [...moves], seat };
  }

  #look(moves: readonly string[]): Promise<Sight> {
    const key = moves.join(" ");
    const known = this.#sights.get(key);
    if (known) return known;
    const asked = ask<Sight>("/api/look", this.#from(moves));
    this.#sights.set(key, asked);
    asked.catch(() => this.#sights.delete(key));
    return asked;
  }

  /** Ask the analysis for the moves after which the game was lost by proof, in the last line and in those that were left. */
  async #findLost(): Promise<void> {
    if (!this.result.line?.length && !this.result.left?.length) return;
    const { game, rules, players, options, position, seat } = this.info;
    this.#analyst = new Analyst();
    const { lines, unseen } = await findLost(this.#analyst, { game, rules, players, options, position }, this.result, seat);
    this.unseen = unseen;
    this.lost = await Promise.all(lines.map((line) => this.#tell(line)));
  }

  async #tell(line: readonly string[]): Promise<NoReturn> {
    const sight = await this.#look(line).catch(() => null);
    return { number: line.length, move: line.at(-1) ?? "", told: sight?.told ?? null };
  }
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, PACES[settings.pace]));
