import { expect, test } from "vitest";
import { planOf, repliesIn } from "./plan";
import type { Branch } from "./tree";

const branch = (move: string, mover: number, ...next: Branch[]): Branch => ({ move, mover, told: null, comment: "", next });

test("a move of another player without a reply is not sent", () => {
  const tree = [branch("a", 0, branch("b", 1, branch("c", 0))), branch("d", 0), branch("e", 0, branch("f", 1))];
  expect(planOf(tree, 1)).toEqual([
    { move: "a", then: [{ move: "b", then: [] }] },
    { move: "e", then: [{ move: "f", then: [] }] },
  ]);
});

test("a line of several others is sent only if it ends with a reply", () => {
  const tree = [branch("a", 0, branch("b", 2, branch("c", 1)), branch("d", 2))];
  expect(planOf(tree, 1)).toEqual([{ move: "a", then: [{ move: "b", then: [{ move: "c", then: [] }] }] }]);
});

test("the replies of a chair are counted in all lines", () => {
  const plan = [{ move: "a", chair: 0, then: [{ move: "b", chair: 1, then: [{ move: "c", chair: 0, then: [{ move: "d", chair: 1 }] }] }] }];
  expect(repliesIn([...plan, { move: "e", chair: 0, then: [{ move: "f", chair: 1 }] }], 1)).toBe(3);
});
