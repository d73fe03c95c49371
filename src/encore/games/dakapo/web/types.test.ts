import { expect, test } from "vitest";
import { frameFor, middle, readStone, recentCells, RIM, rows, SIDE, step, WIDTH, writeStone } from "./types";

test.each(["e6r", "a1y!", "h8b"])("%s is read and written alike", (move) => {
  const stone = readStone(move);
  expect(stone && writeStone(stone)).toBe(move);
});

test.each(["i1r", "a9r", "a1p", "a1", "a1r!!", "", null])("%s is no stone", (move) => {
  expect(readStone(move)).toBeNull();
});

test("the board is seen from either side", () => {
  expect([rows(false)[0]?.[0], rows(false)[7]?.[7]]).toEqual(["a8", "h1"]);
  expect([rows(true)[0]?.[0], rows(true)[7]?.[7]]).toEqual(["h1", "a8"]);
  expect(middle("a8", false)).toEqual(middle("h1", true));
});

test("a step goes as it looks, and no further than the border", () => {
  expect(step("e4", 1, 0, false)).toBe("f4");
  expect(step("e4", 1, 0, true)).toBe("d4");
  expect(step("e4", 0, 1, false)).toBe("e3");
  expect(step("h1", 1, 0, false)).toBe("h1");
  expect(step("h1", 0, 1, false)).toBe("h1");
});

test("the rim goes where cells would be smaller than a finger", () => {
  expect(frameFor(377)).toEqual({ from: 0, width: WIDTH });
  expect(frameFor(376)).toEqual({ from: RIM, width: 8 * SIDE });
  expect((352 * SIDE) / frameFor(352).width).toBe(44);
  expect(frameFor(0)).toEqual({ from: 0, width: WIDTH }); // not drawn yet
});

test("the stones of the recent turns are numbered in their order", () => {
  expect([...recentCells([["e6r"], ["f6b!"]])]).toEqual([
    ["e6", { number: 1, of: 2 }],
    ["f6", { number: 2, of: 2 }],
  ]);
  expect([...recentCells([["what is no stone"]])]).toEqual([]);
});
