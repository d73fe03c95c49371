// boardgame.io's own server, in-memory storage, with a port of Dakapo's rules that serves this benchmark only.
const { Server, Origins } = require('boardgame.io/server');

const SIZE = 8;
const CELLS = SIZE * SIZE;

const squares = Array.from({ length: CELLS }, () => []);
for (let x = 0; x < SIZE; x++) {
  for (let y = 0; y < SIZE; y++) {
    for (let dx = 1; dx < SIZE; dx++) {
      for (let dy = 0; dy < SIZE - dx; dy++) {
        const corners = [[x, y], [x + dx, y + dy], [x + dx - dy, y + dy + dx], [x - dy, y + dx]];
        if (corners.every(([a, b]) => a >= 0 && a < SIZE && b >= 0 && b < SIZE)) {
          const cells = corners.map(([a, b]) => b * SIZE + a);
          for (const cell of cells) squares[cell].push(cells.filter((other) => other !== cell));
        }
      }
    }
  }
}

const beside = (cell) => {
  const found = [];
  if (cell % SIZE > 0) found.push(cell - 1);
  if (cell % SIZE < SIZE - 1) found.push(cell + 1);
  if (cell >= SIZE) found.push(cell - SIZE);
  if (cell < CELLS - SIZE) found.push(cell + SIZE);
  return found;
};

const open = (G, cell, colour) =>
  G.cells[cell] === null &&
  colour !== G.last &&
  G.laid[colour] < 16 &&
  beside(cell).some((other) => G.cells[other] !== null) &&
  beside(cell).every((other) => G.cells[other] !== colour);

const stuck = (G) => !G.cells.some((_, cell) => [0, 1, 2, 3].some((colour) => open(G, cell, colour)));

const Dakapo = {
  name: 'dakapo',
  setup: () => {
    const cells = Array(CELLS).fill(null);
    [35, 36, 27, 28].forEach((cell, colour) => { cells[cell] = colour; });
    return { cells, last: null, laid: [1, 1, 1, 1], won: false };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G }, cell, colour) => {
      if (!open(G, cell, colour)) return 'INVALID_MOVE';
      G.won = squares[cell].some((others) => others.every((other) => G.cells[other] === colour));
      G.cells[cell] = colour;
      G.laid[colour] += 1;
      G.last = colour;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.won) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
    if (stuck(G)) return { winner: ctx.currentPlayer };
  },
};

const server = Server({ games: [Dakapo], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log('ready'));
