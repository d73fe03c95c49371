// An engine for Dakapo in JavaScript: encore play dakapo --seat "human,engine:node dakapo.mjs"
//
// It completes a square if it can. Otherwise, of the stones after which the opponent cannot, it plays one that leaves
// the fewest safe replies: whoever has none loses. docs/engines.md describes the commands and answers.

import { createInterface } from "node:readline";

const SIZE = 8;
const SUPPLY = 16;
const COLOURS = "rygb";
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/** For each cell the other three corners of each square, upright or tilted. */
const SQUARES = Array.from({ length: SIZE * SIZE }, (_, cell) => {
  const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
  const found = [];
  for (let dx = 1 - SIZE; dx < SIZE; dx++) {
    for (let dy = 1 - SIZE; dy < SIZE; dy++) {
      const corners = [
        [x + dx, y + dy],
        [x + dx - dy, y + dy + dx],
        [x - dy, y + dx],
      ];
      if ((dx || dy) && corners.every(([a, b]) => inside(a, b))) found.push(corners.map(([a, b]) => b * SIZE + a));
    }
  }
  return found;
});

const NEIGHBOURS = SQUARES.map((_, cell) => {
  const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
  return SIDES.filter(([dx, dy]) => inside(x + dx, y + dy)).map(([dx, dy]) => (y + dy) * SIZE + x + dx);
});

function inside(x, y) {
  return x >= 0 && y >= 0 && x < SIZE && y < SIZE;
}

/** Read "8/8/8/3ry3/3gb3/8/8/8 -": ranks from 8 down to 1, then the colour placed last. */
function readPosition(text) {
  const [board, last] = text.split(" ");
  const rows = board.split("/").map((row) => row.replace(/\d/g, (count) => " ".repeat(Number(count))));
  return { stones: [...rows.reverse().join("")], last: last[0] };
}

function isLegal({ stones, last }, { cell, colour }) {
  const beside = NEIGHBOURS[cell].map((each) => stones[each]).filter((stone) => stone !== " ");
  return stones[cell] === " " && colour !== last && beside.length > 0 && !beside.includes(colour);
}

function legalMoves(position) {
  const left = [...COLOURS].filter((colour) => position.stones.filter((stone) => stone === colour).length < SUPPLY);
  const all = left.flatMap((colour) => SQUARES.map((_, cell) => ({ cell, colour })));
  return all.filter((move) => isLegal(position, move));
}

function completes({ stones }, { cell, colour }) {
  return SQUARES[cell].some((corners) => corners.every((each) => stones[each] === colour));
}

function after({ stones }, { cell, colour }) {
  return { stones: stones.with(cell, colour), last: colour };
}

/** Return the moves after which the opponent cannot complete a square. */
function safeMoves(position) {
  return legalMoves(position).filter((move) => {
    const next = after(position, move);
    return !legalMoves(next).some((reply) => completes(next, reply));
  });
}

function shuffled(moves) {
  return moves
    .map((move) => [Math.random(), move])
    .sort(([a], [b]) => a - b)
    .map(([, move]) => move);
}

/** Return the best move found before the deadline, or until every safe move has been tried. */
function bestMove(position, deadline) {
  const moves = shuffled(legalMoves(position));
  const winning = moves.find((move) => completes(position, move));
  if (winning) return { ...winning, wins: true };
  let best = moves[0];
  let fewest = Infinity;
  for (const move of shuffled(safeMoves(position))) {
    const replies = safeMoves(after(position, move)).length;
    if (replies < fewest) [best, fewest] = [move, replies];
    if (Date.now() > deadline) break;
  }
  return best;
}

let position = readPosition("8/8/8/3ry3/3gb3/8/8/8 -");
let spoken = false;

function go(limits) {
  const time = Number(/movetime (\d+)/.exec(limits)?.[1] ?? 1000);
  const move = bestMove(position, Date.now() + time / 2);
  if (!move) return "info string there is no legal move";
  const cell = "abcdefgh"[move.cell % SIZE] + (Math.floor(move.cell / SIZE) + 1);
  return `bestmove ${cell}${move.colour}${move.wins && spoken ? "!" : ""}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "ugi") {
    console.log("id name Squeeze\nid author The Encore authors");
    console.log("option name game type combo default dakapo var dakapo\nugiok");
  } else if (line === "isready") {
    console.log("readyok");
  } else if (line.startsWith("setoption name call value ")) {
    spoken = line.endsWith(" spoken");
  } else if (line.startsWith("position fen ")) {
    position = readPosition(line.slice("position fen ".length));
  } else if (line.startsWith("go")) {
    console.log(go(line));
  } else if (line === "quit") {
    break;
  }
}
