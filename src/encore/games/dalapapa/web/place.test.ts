import { expect, test } from "vitest";
import { beside, laidTiles, UNIT, type Side } from "./place";

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

test("how far a point is outside of a tile", () => {
  const far = (side: Side, x: number, y: number): number => beside({ tile: 1, face: "a", x: 0, y: 0, side }, [x * UNIT, y * UNIT]) / UNIT;
  expect([far("e", 1.5, 0), far("e", 2, 0), far("e", 0, 1), far("n", 0, -1.5), far("n", 0, 1), far("s", 1, 1)]).toEqual([
    0, 0.5, 0.5, 0, 0.5, 0.5,
  ]);
});
