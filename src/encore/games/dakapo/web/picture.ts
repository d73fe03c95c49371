/** What the server says of a position. Written by web/messages.py from the structs of present/board.py. */

/** The board: stones by cell, the colour that rule 3 forbids, the supply, and the moves of the seat. */
export interface Picture {
  stones: Record<string, "blue" | "green" | "red" | "yellow">;
  forbidden: "blue" | "green" | "red" | "yellow" | null;
  supply: Record<string, number>;
  squares: Square[];
  call: "auto" | "spoken";
  moves: Placement[];
}

/** A legal move: its notation, and what it places where. */
export interface Placement {
  move: string;
  cell: string;
  colour: "blue" | "green" | "red" | "yellow";
  call: boolean;
}

/** The board after a move, and the squares that the move completes. */
export interface Preview {
  picture: Picture;
  completes: Square[];
}

/** A complete square, its corners in order around it; ``won`` if it decided the game. */
export interface Square {
  colour: "blue" | "green" | "red" | "yellow";
  cells: string[];
  won: boolean;
}
