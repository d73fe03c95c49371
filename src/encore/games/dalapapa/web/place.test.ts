import { expect, test } from "vitest";
import { cornersOf, laidTiles, squaresAround, UNIT } from "./place";

test("a tile that stays is the same object, a new or changed one is not", () => {
  const before = laidTiles([
    ["1a@0,0e", "rrrrrrr"],
    ["2a@2,0n", "ggggggg"],
  ]);
  const after = laidTiles(
    [
      ["1a@0,0e", "rrrrrrr"],
      ["2b@2,0n", "bbbbbbb"],
    ],
    before,
  );
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({
    written: "2b@2,0n",
    place: { tile: 2, face: "b", x: 2, y: 0, side: "n" },
    face: "bbbbbbb",
  });
});

test("a tile has six corners, the upper ones first, each between four squares", () => {
  const corners = cornersOf({ tile: 1, face: "a", x: 0, y: 0, side: "e" });
  expect(corners.map(([x, y]) => [x / UNIT, y / UNIT])).toEqual([
    [0.5, -0.5],
    [-0.5, -0.5],
    [1.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
    [1.5, 0.5],
  ]);
  expect(
    squaresAround([0.5 * UNIT, -0.5 * UNIT])
      .map(String)
      .sort(),
  ).toEqual(["0,0", "0,1", "1,0", "1,1"]);
});
