/** A recorded game to be stepped through. Boards are drawn by the server when they are needed, and the next one before. */
import type { Picture } from "./board";
import { ask } from "./http";
import type { Looked, Replay, Sight } from "./messages";
import { keepLooks } from "./worker";

export class Player {
  at = $state(0);
  picture = $state.raw<Picture | null>(null);
  failure = $state.raw<unknown>(null);
  readonly replay: Replay;
  readonly end: number;
  readonly last = $derived.by(() => this.#lastBefore(this.at));
  #boards = new Map<number, Promise<Picture>>();

  constructor(replay: Replay) {
    this.replay = replay;
    this.end = replay.moves.length;
  }

  /** Go to a position: 0 is the beginning, and each ply leads one further. */
  async go(at: number): Promise<void> {
    this.at = Math.min(Math.max(Math.round(at), 0), this.end);
    const wanted = this.at;
    try {
      const picture = await this.#board(wanted);
      // Somebody who steps fast has gone on; only the last is shown.
      if (wanted !== this.at) return;
      this.picture = picture;
      this.failure = null;
      if (wanted < this.end) this.#board(wanted + 1).catch(() => undefined);
    } catch (error) {
      if (wanted === this.at) this.failure = error;
    }
  }

  /** Step over what the dealer does, to the next position in which somebody has moved. */
  step(by: 1 | -1): Promise<void> {
    let at = this.at + by;
    while (at > 0 && at < this.end && this.replay.movers[at - 1] === -1) at += by;
    return this.go(at);
  }

  /** Have all boards kept for the time without a network. */
  keep(): void {
    keepLooks(this.replay.positions.map((_, at) => this.#question(at)));
  }

  #question(at: number): Looked {
    const { game, players, options, positions, rules = null } = this.replay;
    return { game, players, options, rules, position: positions[at] ?? "", open: true };
  }

  #lastBefore(at: number): string | null {
    const ply = this.replay.movers.slice(0, at).findLastIndex((mover) => mover >= 0);
    return this.replay.moves[ply] ?? null;
  }

  #board(at: number): Promise<Picture> {
    const known = this.#boards.get(at);
    if (known) return known;
    const asked = ask<Sight>("/api/look", this.#question(at)).then(({ board }) => board as unknown as Picture);
    this.#boards.set(at, asked);
    asked.catch(() => this.#boards.delete(at));
    return asked;
  }
}
