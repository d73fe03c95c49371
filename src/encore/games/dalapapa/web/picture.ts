/** What the server says of a position. Written by web/messages.py from the structs of present/board.py. */

/** A group that a tile completes, with its points. */
export interface ClosedGroup {
  colour: "b" | "g" | "r" | "y";
  discs: [number, number][];
  open: [number, number][];
  points: number;
}

/** Touching discs of one colour. ``open`` are the half-discs that keep them from being a complete group. */
export interface Group {
  colour: "b" | "g" | "r" | "y";
  discs: [number, number][];
  open: [number, number][];
}

/** A tile of a hand with the colours of its two faces. */
export interface Held {
  tile: number;
  faces: [string, string];
}

/** A legal move. ``points`` is the change of the total, with the price of a second tile. */
export interface LegalMove {
  move: string;
  points: number;
}

/** A disc that a tile makes, with its points. */
export interface NewDisc {
  at: [number, number];
  colour: "b" | "g" | "r" | "y";
  points: number;
}

export type Phase = "draw-hand" | "draw-start" | "first" | "lay-start" | "over" | "refill" | "second";

/** What a page draws. */
export interface Picture {
  tiles: [string, string][];
  open: [number, number][];
  groups: Group[];
  hands: ((Held | null)[])[];
  scores: number[];
  target: number;
  bag: number;
  phase: Phase;
  seat: number;
  me: number | null;
  price: number;
  moves: LegalMove[];
}

/** The board after a move, and what the move earns. ``points`` is the change of the total, price included. */
export interface Preview {
  picture: Picture;
  discs: NewDisc[];
  groups: ClosedGroup[];
  price: number;
  points: number;
}
