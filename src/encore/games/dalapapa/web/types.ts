/** What the server sends (present/board.py). Points have doubled coordinates: squares even, edges odd. */
import type { Picture } from "$lib/board";

export type Colour = "r" | "g" | "b" | "y";
export type Point = [number, number];

export interface Group {
  colour: Colour;
  discs: Point[];
  /** The half-discs that keep it from being complete. */
  open: Point[];
}

export interface Held {
  tile: number;
  faces: [string, string];
}

export interface TableMove {
  move: string;
  /** The change of the total, less the price of a second tile. */
  points: number;
}

export interface TablePicture extends Picture {
  /** Each tile in notation, and the seven colours it shows. */
  tiles: [string, string][];
  open: Point[];
  groups: Group[];
  /** The hands by seat; null is a tile that cannot be seen. */
  hands: (Held | null)[][];
  scores: number[];
  target: number;
  bag: number;
  phase: "draw-start" | "lay-start" | "draw-hand" | "first" | "second" | "refill" | "over";
  seat: number;
  me: number | null;
  price: number;
  moves: TableMove[];
}

export interface Earned {
  discs: { at: Point; colour: Colour; points: number }[];
  groups: (Group & { points: number })[];
  price: number;
  points: number;
}
