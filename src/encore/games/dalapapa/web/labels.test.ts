import { expect, test } from "vitest";
import { arranged } from "./labels";
import type { Point } from "./types";

const spots: Point[] = [
  [0, 0],
  [20, 0],
  [0, 20],
  [60, 0],
];
const shown = (size: number): Point[] => [...arranged(spots, (at) => [at], size).keys()];

test("labels that have room are all shown", () => {
  expect(shown(1)).toEqual(spots);
});

test("the more they grow against the table, the fewer there are, the first ones first", () => {
  expect(shown(1.5)).toEqual([spots[0], spots[2], spots[3]]);
  expect(shown(3)).toEqual([spots[0], spots[3]]);
  expect(shown(9)).toEqual([spots[0]]);
});

test("a label whose first spot is taken stands at its next one", () => {
  const found = arranged(["one", "other"], () => spots, 1);
  expect(found.get("one")).toEqual(spots[0]);
  expect(found.get("other")).toEqual(spots[1]);
});
