import type { Made, Turn } from "$lib/turns";
import { expect, test } from "vitest";
import { UNIT } from "./place";
import { madeTiles, told } from "./turns";
import type { TablePicture } from "./types";

const scored = (scores: number[], phase: TablePicture["phase"] = "first"): TablePicture => ({ scores, phase }) as TablePicture;
const made = (move: string, before: TablePicture | null = null, args: Record<string, number> | null = null): Made => ({
  move,
  before: before as Made["before"],
  told: args && ({ code: "dalapapa.told-lay", args, cells: [] } as Made["told"]),
});
const turn = (seat: number, ...moves: Made[]): Turn => ({ seat, moves });
const nothing = new Set<string>();

test("every tile of a turn is marked, also after stop", () => {
  const turns = [turn(1, made("7a@0,1e", scored([0, 3])), made("8b@2,1n", scored([0, 8], "second")), made("stop", scored([0, 6])))];
  const found = madeTiles(turns, scored([0, 6]), nothing);
  expect(found.map(({ move, number, points }) => [move, number, points])).toEqual([
    ["7a@0,1e", null, 5],
    ["8b@2,1n", null, -2],
  ]);
});

test("several turns are numbered; one that lays nothing has no number", () => {
  const turns = [turn(1, made("7a@0,1e")), turn(2, made("pass")), turn(3, made("9a@4,4e"), made("stop"))];
  expect(madeTiles(turns, scored([0, 0, 0, 0]), nothing).map(({ number }) => number)).toEqual([1, 2]);
});

test("points are those that the server tells, less the price; else those of the scores; else none, but a start tile has 0", () => {
  const points = (one: Made): number | null | undefined => madeTiles([turn(0, one)], scored([9]), nothing)[0]?.points;
  expect(points(made("7a@0,1e", scored([2]), { points: 7, price: 4 }))).toBe(3);
  expect(points(made("7a@0,1e", scored([2])))).toBe(7);
  expect(points(made("7a@0,1e"))).toBeNull();
  expect(points(made("7a@0,1e", scored([2], "lay-start")))).toBe(0);
  expect(points({ ...made("7a@0,1e"), told: { code: "dalapapa.told-start", args: {}, cells: [] } })).toBe(0);
});

test("a label is on a corner where it hides least, and never on that of another", () => {
  const turns = [turn(0, made("7a@0,0e")), turn(1, made("8a@2,0e"))];
  const above = new Set(["0,0", "1,0", "2,0", "3,0", "1,1", "2,1", "-1,1", "0,1", "3,1", "4,1"]);
  const [one, other] = madeTiles(turns, scored([0, 0]), above).map(({ at }) => at);
  expect(one?.[1]).toBe(UNIT / 2);
  expect(other?.[1]).toBe(UNIT / 2);
  expect(one).not.toEqual(other);
  // Labels grow where the table is small: they keep away from each other at any size.
  const [, far] = madeTiles(turns, scored([0, 0]), nothing).map(({ at }) => at);
  expect(far).toEqual([3.5 * UNIT, -UNIT / 2]);
});

test("turns are told with who did them, as far as there are words, without their ends", () => {
  const turns = [turn(1, made("7a@0,1e", null, { points: 1 }), made("8a@2,1e"), made("stop", null, {}))];
  expect(told(turns, ({ move }, seat) => `${seat} ${move}`)).toEqual(["1 7a@0,1e"]);
});
