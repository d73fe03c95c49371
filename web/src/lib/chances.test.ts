import { expect, test } from "vitest";
import { leadChanges, ofOne } from "./chances";

test("another clear lead is a turning point, a small one is not", () => {
  const first = [0.5, 0.7, 0.48, 0.52, 0.3, 0.6];
  expect(leadChanges(first.map((chance) => [chance, 1 - chance]))).toEqual([4, 5]);
});

test("chances from different views are parts of one whole, that of a lone player is as it is", () => {
  expect(ofOne([0.2, 1, 0.05]).reduce((sum, each) => sum + each)).toBeCloseTo(1);
  expect(ofOne([0.5, 1])).toEqual([1 / 3, 2 / 3]);
  expect(ofOne([0.4])).toEqual([0.4]);
  expect(ofOne([0, 0])).toEqual([0, 0]);
});

test("a lone player has no turning points", () => {
  expect(leadChanges([[0.2], [0.9]])).toEqual([]);
});
