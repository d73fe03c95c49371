/** The picture of Da Capo, as `board.py` sends it. */
import type { Picture } from "$lib/board";

export type Colour = "red" | "purple" | "green" | "yellow";

export interface Pile {
  at: string;
  colour: Colour;
  value: number;
  height: number;
  kind: "fish" | "shark" | "octopus";
  /** Squares of the fish that it could capture on its turn. */
  catches: string[];
  /** Squares of the fish that it may change places with now. */
  switches: string[];
}

export interface Move {
  move: string;
  kind: "capture" | "switch";
  from: string;
  to: string;
  value?: number;
}

export interface Seat {
  colour: Colour;
  score: number;
  /** What the round would count now; with partners, for both. */
  fish: number;
  /** Which of 16 and 15 may still be switched. */
  rights: number[];
}

export interface Sea extends Picture {
  players: number;
  piles: Pile[];
  turn: Colour | null;
  order: Colour[];
  own: Colour | null;
  over: boolean;
  moves: Move[];
  /** Two to four players. */
  seats?: Seat[];
  teams?: number[][];
  round?: number;
  rounds?: number;
  target?: number;
  finished?: boolean;
  /** One player. */
  colours?: { colour: Colour; fish: number; piles: number }[];
}
