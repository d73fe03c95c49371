import { expect, test } from "vitest";
import { leadChanges, sharesOf } from "./chances";

test("another clear lead is a turning point, a small one is not", () => {
  const first = [0.5, 0.7, 0.48, 0.52, 0.3, 0.6];
  expect(leadChanges(first.map((chance) => [chance, 1 - chance]))).toEqual([4, 5]);
});

test("a lone player has no turning points", () => {
  expect(leadChanges([[0.2], [0.9]])).toEqual([]);
});

test("winners share the win; without any it is a tie", () => {
  expect(sharesOf([1], 2)).toEqual([0, 1]);
  expect(sharesOf([0, 2], 4)).toEqual([0.5, 0, 0.5, 0]);
  expect(sharesOf([], 2)).toEqual([0.5, 0.5]);
  expect(sharesOf([], 1)).toEqual([0]);
});
