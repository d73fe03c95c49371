/** What the server says of a position. Written by web/messages.py from the structs of present/board.py. */

/** What a page needs to draw a position. */
export interface Picture {
  players: number;
  piles: ShownPile[];
  turn: "green" | "purple" | "red" | "yellow" | null;
  order: ("green" | "purple" | "red" | "yellow")[];
  over: boolean;
  moves: ShownMove[];
  own: "green" | "purple" | "red" | "yellow" | null;
  colours?: ShownColour[];
  seats?: ShownSeat[];
  teams?: number[][];
  round?: number;
  rounds?: number;
  target?: number;
  finished?: boolean;
  switching?: "every-turn" | "first" | "never";
}

/** What a move would do. */
export interface Preview {
  picture: Picture;
  ends: boolean;
  dangers?: string[];
  passed?: ("green" | "purple" | "red" | "yellow")[];
}

/** A colour in a game for one player: its fish and its piles. */
export interface ShownColour {
  colour: "green" | "purple" | "red" | "yellow";
  fish: number;
  piles: number;
}

/** A legal move and the squares it joins; ``value`` is the fish that a switch names. */
export interface ShownMove {
  move: string;
  kind: "capture" | "switch";
  from: string;
  to: string;
  value?: number;
}

/** A pile on its square. */
export interface ShownPile {
  at: string;
  colour: "green" | "purple" | "red" | "yellow";
  value: number;
  height: number;
  kind: "fish" | "octopus" | "shark";
  catches: string[];
  switches: string[];
}

/** A seat in a game for two to four players. */
export interface ShownSeat {
  colour: "green" | "purple" | "red" | "yellow";
  score: number;
  fish: number;
  rights: number[];
}
