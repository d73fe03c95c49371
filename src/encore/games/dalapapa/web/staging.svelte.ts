/** The chosen tile: its face and side, and where it is staged for a preview before it is played. */
import { beside, covers, middleOf, nextSide, readPlace, squareAt, type Face, type Place, type Side, type Square } from "./place";
import type { Held, Point, TableMove } from "./types";

/** A legal way to lay a tile. */
export interface Way extends TableMove {
  place: Place;
}

const far = ({ place }: Way, [x, y]: Point): number => Math.hypot(middleOf(place)[0] - x, middleOf(place)[1] - y);

export class Staging {
  tile = $state<number | null>(null);
  face = $state<Face>("a");
  side = $state<Side>("e");
  /** The staged placement. */
  staged = $state.raw<Way | null>(null);
  /** The square that the player pointed at; the staged tile turns around it. */
  pivot = $state.raw<Square | null>(null);

  #moves: () => TableMove[];

  /** Every legal way to lay a tile. */
  ways: Way[] = $derived.by(() =>
    this.#moves().flatMap((found) => {
      const place = readPlace(found.move);
      return place ? [{ ...found, place }] : [];
    }),
  );
  /** Those of the chosen tile with this face and side. */
  lit: Way[] = $derived(this.ways.filter(({ place }) => place.tile === this.tile && place.face === this.face && place.side === this.side));
  /** What brings the chosen tile to places that are not lit. */
  more: "turn" | "flip" | "both" | null = $derived.by(() => {
    const known = new Set(this.lit.map(({ place }) => String(middleOf(place))));
    const others = this.ways.filter(({ place }) => place.tile === this.tile && !known.has(String(middleOf(place))));
    const turn = others.some(({ place }) => place.face === this.face);
    const flip = others.some(({ place }) => place.face !== this.face);
    return turn && flip ? "both" : turn ? "turn" : flip ? "flip" : null;
  });
  /** Those of the staged tile that cover the pivot. */
  here: Way[] = $derived.by(() => {
    const { staged, pivot } = this;
    return staged && pivot ? this.ways.filter(({ place }) => place.tile === staged.place.tile && covers(place, pivot)) : [];
  });

  constructor(moves: () => TableMove[]) {
    this.#moves = moves;
  }

  /** Drop what is no longer possible after the board has changed. */
  settle(hand: Held[]): void {
    const { staged } = this;
    if (staged && !this.ways.some(({ move }) => move === staged.move)) this.cancel();
    if (!hand.some(({ tile }) => tile === this.tile)) this.tile = hand[0]?.tile ?? null;
    this.#fit();
  }

  choose(tile: number): void {
    this.cancel();
    this.tile = tile;
    this.#fit();
  }

  /** Take a tile into the hand as it would lie at a place. */
  hold({ tile, face, side }: Place): void {
    this.cancel();
    [this.tile, this.face, this.side] = [tile, face, side];
  }

  /** Turn a tile that fits nowhere in this way, and flip it only if needed, so that possible places are shown. */
  #fit(): void {
    if (this.staged || this.lit.length) return;
    const fitting = this.ways.filter(({ place }) => place.tile === this.tile);
    const way = fitting.find(({ place }) => place.face === this.face) ?? fitting[0];
    if (way) [this.face, this.side] = [way.place.face, way.place.side];
  }

  stage(way: Way, pivot: Square = [way.place.x, way.place.y]): void {
    this.tile = way.place.tile;
    this.face = way.place.face;
    this.side = way.place.side;
    this.pivot = pivot;
    this.staged = way;
  }

  cancel(): void {
    this.staged = null;
    this.pivot = null;
  }

  /** Return the placement of the chosen tile at a point: a staged tile itself, else a lit place at most so far away, else
   * the tile turned or flipped, which a staged one never is. */
  at(point: Point, reach = 0): Way | undefined {
    const { staged } = this;
    const square = squareAt(...point);
    if (staged && covers(staged.place, square)) return staged;
    const near = this.lit.filter(({ place }) => beside(place, point) <= reach).sort((one, other) => far(one, point) - far(other, point));
    if (near[0]) return near[0];
    const fitting = staged ? [] : this.ways.filter(({ place }) => place.tile === this.tile && covers(place, square));
    return fitting.find(({ place }) => place.face === this.face) ?? fitting[0];
  }

  /** Turn the tile; a staged one to the next side where it fits. Returns whether that was possible. */
  turn(): boolean {
    let side = nextSide(this.side);
    if (!this.staged) {
      this.side = side;
      return true;
    }
    for (; side !== this.side; side = nextSide(side)) {
      const way = this.here.find(({ place }) => place.face === this.face && place.side === side);
      if (way) return this.#restage(way);
    }
    return false;
  }

  /** Flip the tile; a staged one is turned if needed to fit. Returns whether that was possible. */
  flip(): boolean {
    const face: Face = this.face === "a" ? "b" : "a";
    if (!this.staged) {
      this.face = face;
      return true;
    }
    const fitting = this.here.filter(({ place }) => place.face === face);
    const way = fitting.find(({ place }) => place.side === this.side) ?? fitting[0];
    return way ? this.#restage(way) : false;
  }

  #restage(way: Way): true {
    this.stage(way, this.pivot ?? undefined);
    return true;
  }
}
