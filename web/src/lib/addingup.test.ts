import { expect, test } from "vitest";
import { addingUp } from "./addingup";

test("rounded parts add up to the rounded sum", () => {
  expect(addingUp([0.504, 0.304, -0.304, 0.496])).toEqual([0.5, 0.31, -0.31, 0.5]);
  expect(addingUp([0.333, 0.333, 0.334])).toEqual([0.33, 0.34, 0.33]);
  expect(addingUp([])).toEqual([]);
});
