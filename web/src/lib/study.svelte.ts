/** The analysis board: a tree of moves, the place in it, what stands there, and the best moves that the server finds. */
import { Analyst, fits } from "./analyst";
import type { Picture } from "./board";
import { foundOf, sidesOf, type Sides } from "./chances";
import { ask, Failed } from "./http";
import { keep, recall } from "./kept";
import type { Found, Illegal, Reached, Replay, Sight } from "./messages";
import { pack } from "./packed";
import type { Played } from "./review.svelte";
import {
  branchAt,
  comment,
  cut,
  endOf,
  grow,
  lineTo,
  only,
  pathOf,
  promote,
  readPath,
  recordOf,
  treeOf,
  writePath,
  type Branch,
  type Path,
} from "./tree";

/** A record says these of its own moves. */
const OF_THE_GAME = ["Result", "Scores", "Termination", "Seed", "Commitment"];
/** Milliseconds at a place before the best moves are looked for: whoever steps on does not want them. */
const STILL = 100;
const isNumber = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 5;

export class Study {
  root = $state.raw<Branch>({ move: "", mover: -1, told: null, comment: "", next: [] });
  path = $state.raw<Path>([]);
  /** What stands at a place: that of the last one, until the server has drawn the next. */
  shown = $state.raw<{ path: Path; sight: Sight } | null>(null);
  pending = $state<string | null>(null);
  refusal = $state.raw<(Illegal & { move: string }) | null>(null);
  failure = $state.raw<unknown>(null);
  /** The tree takes no more moves. */
  full = $state(false);
  /** The tree before a branch was deleted, as long as nothing else has changed. */
  deleted = $state.raw<{ root: Branch; path: Path } | null>(null);
  /** How many of the best moves are looked for; 0 for none. */
  most = $state(recall("lines", isNumber, 3));
  /** With the chances of the sides. */
  found = $state.raw<Found | null>(null);
  thinking = $state(false);
  /** No best moves are looked for: the reader looks for one. */
  #held = false;
  /** Why the best moves are not found. */
  silence = $state.raw<unknown>(null);
  readonly replay: Replay;
  readonly sides: Sides;
  readonly here = $derived.by(() => branchAt(this.root, this.path) ?? this.root);
  readonly picture = $derived.by(() => (this.shown?.sight.board ?? null) as Picture | null);
  /** What stands here; null until it is drawn, so that no move is added to another place. */
  readonly sight = $derived.by(() => (this.shown?.path === this.path ? this.shown.sight : null));
  /** How many moves of the game that the analysis began with lead to this place, or to where it was left. */
  readonly ply = $derived.by(() => {
    const own = lineTo(this.root, this.path);
    const other = own.findIndex(({ move }, at) => move !== this.replay.moves[at]);
    return other < 0 ? own.length : other;
  });
  /** Where that game was played; null for a record from elsewhere. */
  readonly played: Played | null;
  #sights = new Map<string, Promise<Sight>>();
  #analyst = new Analyst();
  #stop: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(replay: Replay, path: string, played: Played | null = null) {
    this.replay = replay;
    this.sides = sidesOf(replay);
    this.played = played;
    this.root = treeOf(replay);
    void this.go(readPath(this.root, path));
  }

  /** Go to a place of the tree. */
  async go(path: Path): Promise<void> {
    if (this.sight && path.join() === this.path.join()) return;
    this.path = path;
    this.refusal = null;
    this.#quiet();
    try {
      const sight = await this.#look(path);
      if (this.path !== path || this.#closed) return; // somebody who steps fast has gone on
      this.shown = { path, sight };
      this.failure = null;
      this.#timer = setTimeout(() => this.think(), STILL);
    } catch (error) {
      if (this.path === path) this.failure = error;
    }
  }

  /** Go to the place after so many moves of the game that the analysis began with. */
  jump(ply: number): Promise<void> {
    return this.go(pathOf(this.root, this.replay.moves.slice(0, Math.max(0, Math.round(ply)))));
  }

  /** Play a move here; another one than before makes a variation. */
  async play(move: string): Promise<void> {
    const { path, sight } = this;
    if (this.pending || !sight) return;
    this.pending = move;
    this.refusal = null;
    try {
      const after = await ask<Sight>("/api/look", { ...this.#from(sight), moves: [move], explain: true });
      if (after.illegal) this.refusal = { ...after.illegal, move };
      else if (this.path === path) await this.#add(path, move, sight, after);
    } catch (error) {
      this.failure = error;
    }
    this.pending = null;
  }

  /** Play a move here in the place of what was played here before. */
  async replace(move: string): Promise<void> {
    const { path } = this;
    await this.play(move);
    const others = branchAt(this.root, path)?.next.length ?? 0;
    if (others > 1 && this.path.length > path.length) this.#change(only(this.root, this.path), [...path, 0]);
  }

  /** Play the moves of a line, as far as they are legal. */
  async playAll(moves: readonly string[]): Promise<void> {
    for (const move of moves) {
      const { length } = this.path;
      await this.play(move);
      if (this.path.length !== length + 1 || this.here.move !== move) return;
    }
  }

  async #add(path: Path, move: string, before: Sight, after: Sight): Promise<void> {
    const grown = grow(this.root, path, move, before.to_move ?? -1, after.told ?? null);
    this.full = !grown;
    if (!grown) return;
    const [root, to] = grown;
    if (root !== this.root) this.deleted = null;
    this.root = root;
    this.#sights.set(writePath(to), Promise.resolve(after));
    await this.go(to);
  }

  /** Ask for a move that the dealer may make here. */
  async draw(): Promise<string> {
    return this.sight ? ((await ask<Sight>("/api/look", { ...this.#from(this.sight), draw: true })).drawn ?? "") : "";
  }

  async preview(move: string): Promise<Record<string, unknown> | null> {
    if (!this.sight) return null;
    const sight = await ask<Sight>("/api/look", { ...this.#from(this.sight), preview: move }).catch(() => null);
    return sight?.preview ?? null;
  }

  comment(text: string): void {
    const changed = comment(this.root, this.path, text);
    this.full = !changed;
    if (!changed) return;
    this.root = changed;
    this.deleted = null;
  }

  promote(): void {
    const promoted = promote(this.root, this.path);
    this.full = !promoted;
    if (promoted) this.#change(...promoted);
  }

  /** Delete what was played here and all that follows. */
  cut(): void {
    this.full = false;
    const { root, path } = this;
    this.#change(cut(root, path), path.slice(0, -1));
    this.deleted = { root, path };
  }

  /** Bring back what was deleted last. */
  restore(): void {
    if (this.deleted) this.#change(this.deleted.root, this.deleted.path);
  }

  #change(root: Branch, path: Path): void {
    this.root = root;
    this.deleted = null;
    this.#sights.clear(); // places have new names
    this.shown = this.shown && { ...this.shown, path: [] };
    void this.go([...path]);
  }

  /** The tree as a record; what the first record said of its result stays only with its own moves. */
  record(): string {
    const main = lineTo(this.root, endOf(this.root, [])).map(({ move }) => move);
    const same = main.join(" ") === this.replay.moves.join(" ");
    const tags = Object.entries(this.replay.tags).filter(([tag]) => same || !OF_THE_GAME.includes(tag));
    return recordOf(Object.fromEntries(tags), this.root);
  }

  /** What stands behind the # of the address: the tree and the place in it. */
  fragment = async (): Promise<string> => `#${await pack(this.record())}.${writePath(this.path)}`;

  /** Look for more or fewer of the best moves. */
  setMost(most: number): void {
    this.most = most;
    keep("lines", most);
    this.think();
  }

  /** Ask for the best moves here; each answer knows more than the one before. */
  think(): void {
    this.#quiet();
    const { sight, path, most } = this;
    if (!most || !sight || sight.to_move === null || this.#closed || this.#held) return;
    const stop = (this.#stop = new AbortController());
    const told = (found: Found): void => {
      if (this.path === path && !stop.signal.aborted) this.found = foundOf(this.sides, found);
    };
    this.thinking = true;
    this.#analyst
      .ask<"lines">({ t: "lines", at: this.#asked(sight), most }, (so) => so.t === "lines" && told(so.found), stop.signal)
      .then(({ found }) => told(found))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) this.silence = error;
      })
      .finally(() => {
        if (this.#stop === stop) this.thinking = false;
      });
  }

  /** Look for no best moves until they are wanted again: they would give away what the reader looks for. */
  hold(on: boolean): void {
    this.#held = on;
    this.think();
  }

  /** Stop looking for better moves; what was found stays. */
  rest(): void {
    this.#stop?.abort();
    this.thinking = false;
  }

  close(): void {
    this.#closed = true;
    this.#quiet();
    this.#analyst.close();
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.rest();
    this.found = null;
    this.silence = null;
  }

  #from(sight: Pick<Sight, "position">): Reached {
    const { game, players, options, rules = null } = this.replay;
    return { game, players, options, rules, position: sight.position };
  }

  /** The position with the moves that led to it, as far as they fit into a question: the server refuses what people play on the way. */
  #asked(sight: Sight): Reached {
    const moves = lineTo(this.root, this.path).map(({ move }) => move);
    const [start = ""] = this.replay.positions;
    return fits(moves) ? { ...this.#from({ position: start }), moves } : this.#from(sight);
  }

  #look(path: Path): Promise<Sight> {
    const key = writePath(path);
    const known = this.#sights.get(key);
    if (known) return known;
    const asked = this.#reach(path);
    this.#sights.set(key, asked);
    asked.catch(() => this.#sights.delete(key));
    return asked;
  }

  /** Show a place: from the nearest one whose position is known. */
  async #reach(path: Path): Promise<Sight> {
    const own = lineTo(this.root, path).map(({ move }) => move);
    const other = own.findIndex((move, at) => move !== this.replay.moves[at]);
    const start = other < 0 ? own.length : other; // so far the first record knows the positions
    const position = this.replay.positions[start];
    if (position === undefined) throw new Failed(0, "");
    return ask<Sight>("/api/look", { ...this.#from({ position }), moves: own.slice(start) });
  }
}
