import type { Made, Turn } from "$lib/turns";
import { expect, test } from "vitest";
import { UNIT, type Square } from "./place";
import { labelled, madeTiles, told } from "./turns";
import type { Point, TablePicture } from "./types";

const scored = (scores: number[], phase: TablePicture["phase"] = "first"): TablePicture => ({ scores, phase }) as TablePicture;
const made = (move: string, before: TablePicture | null = null, args: Record<string, number> | null = null): Made => ({
  move,
  before: before as Made["before"],
  told: args && ({ code: "dalapapa.told-lay", args, cells: [] } as Made["told"]),
});
const turn = (seat: number, ...moves: Made[]): Turn => ({ seat, moves });

test("every tile of a turn is marked, also after stop", () => {
  const turns = [turn(1, made("7a@0,1e", scored([0, 3])), made("8b@2,1n", scored([0, 8], "second")), made("stop", scored([0, 6])))];
  const found = madeTiles(turns, scored([0, 6]));
  expect(found.map(({ move, points }) => [move, points])).toEqual([
    ["7a@0,1e", 5],
    ["8b@2,1n", -2],
  ]);
});

test("points are those that the server tells, less the price; else those of the scores; else none, but a start tile has 0", () => {
  const points = (one: Made): number | null | undefined => madeTiles([turn(0, one)], scored([9]))[0]?.points;
  expect(points(made("7a@0,1e", scored([2]), { points: 7, price: 4 }))).toBe(3);
  expect(points(made("7a@0,1e", scored([2])))).toBe(7);
  expect(points(made("7a@0,1e"))).toBeNull();
  expect(points(made("7a@0,1e", scored([2], "lay-start")))).toBe(0);
  expect(points({ ...made("7a@0,1e"), told: { code: "dalapapa.told-start", args: {}, cells: [] } })).toBe(0);
});

/** Where the labels of tiles stand, from the middle of the first one. */
const spots = (places: string[], size: number, squares: Square[]): Point[] => {
  const tiles = madeTiles([turn(0, ...places.map((place, index) => made(`${index}a@${place}`)))], scored([0]));
  return labelled(tiles, size, squares).map(([, [x, y]]) => [x - UNIT / 2, y + 0]);
};
const own: Square[] = [
  [0, 0],
  [1, 0],
];

test("a label touches its tile, above it if it can", () => {
  expect(spots(["0,0e"], 1, own)).toEqual([[0, -28.5]]);
  expect(spots(["0,0e"], 2, own)).toEqual([[0, -35]]);
});

test("a label hides no square that it must not; one without such a spot is left out", () => {
  const above: Square[] = [...own, [0, 1], [1, 1]];
  expect(spots(["0,0e"], 1, above)).toEqual([[0, 28.5]]);
  const between: Square[] = [...above, [0, -1], [1, -1]];
  expect(spots(["0,0e"], 1, [...between, [-1, 0]])).toEqual([[59, 0]]);
  expect(spots(["0,0e"], 3, [...between, [3, 0]])).toEqual([[-93, 0]]);
  expect(spots(["0,0e"], 1, [...between, [2, 0], [-1, 0]])).toEqual([]);
});

test("labels do not hide each other", () => {
  const [one, other] = spots(["0,0e", "0,1e"], 2, [[0, 0]]);
  expect(Math.abs(Number(one?.[1]) - Number(other?.[1]))).toBeGreaterThanOrEqual(26);
});

test("turns are told with who did them, as far as there are words, without their ends", () => {
  const turns = [turn(1, made("7a@0,1e", null, { points: 1 }), made("8a@2,1e"), made("stop", null, {}))];
  expect(told(turns, ({ move }, seat) => `${seat} ${move}`)).toEqual(["1 7a@0,1e"]);
});
