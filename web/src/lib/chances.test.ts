import { expect, test } from "vitest";
import { leadChanges } from "./chances";

test("another clear lead is a turning point, a small one is not", () => {
  const first = [0.5, 0.7, 0.48, 0.52, 0.3, 0.6];
  expect(leadChanges(first.map((chance) => [chance, 1 - chance]))).toEqual([4, 5]);
});

test("a lone player has no turning points", () => {
  expect(leadChanges([[0.2], [0.9]])).toEqual([]);
});
