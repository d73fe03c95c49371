import { describe, expect, it } from "vitest";
import type { Full } from "./messages";
import { recentTurns, turnOf } from "./turns";

/** A game of three: moves are named by their place, movers given. */
function game(movers: number[], more: Partial<Full> = {}): Full {
  return { moves: movers.map((_, at) => `m${at}`), movers, players: 3, first: 0, you: [0], to_move: 0, ...more } as unknown as Full;
}
const moves = (full: Full): string[][] => recentTurns(full, [], []).map((turn) => turn.moves.map(({ move }) => move));

describe("turns since the own last one", () => {
  it("are those of the others, oldest first", () => expect(moves(game([0, 1, 2, 0, 1, 2]))).toEqual([["m4"], ["m5"]]));
  it("have several moves where a player moved again", () =>
    expect(moves(game([0, 1, 1, -1, 2, 2]))).toEqual([
      ["m1", "m2"],
      ["m4", "m5"],
    ]));
  it("are the own one, before others have moved", () => expect(moves(game([0, 1, 2, 0], { to_move: 1 }))).toEqual([["m3"]]));
  it("are all that happened before the first own turn", () => expect(moves(game([1, 2], { first: 1 }))).toEqual([["m0"], ["m1"]]));
  it("are a round for somebody who watches", () => expect(moves(game([0, 1, 2, 0], { you: [], to_move: 1 }))).toEqual([["m2"], ["m3"]]));
  it("are the last one where nobody is to move", () => expect(moves(game([0, 1, 2], { you: [], to_move: null }))).toEqual([["m2"]]));
  it("name seats, which move on from game to game", () =>
    expect(recentTurns(game([1, 2], { first: 1 }), [], []).map(({ seat }) => seat)).toEqual([0, 1]));
  it("have what lay there before and their words", () => {
    const [picture, fact] = [{ moves: [] }, { code: "core.plain", args: {}, cells: ["a1"] }];
    expect(recentTurns(game([0, 1]), [undefined, picture], [undefined, fact])[0]?.moves).toEqual([
      { move: "m1", before: picture, told: fact },
    ]);
  });
});

it("is one turn where only a move is known", () => {
  expect(turnOf(null)).toEqual([]);
  expect(turnOf("a1")).toHaveLength(1);
});
