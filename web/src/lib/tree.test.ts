import { describe, expect, it } from "vitest";
import type { Replay } from "./messages";
import { branchAt, comment, cut, endOf, grow, lineTo, promote, readPath, recordOf, sibling, treeOf, writePath, type Branch } from "./tree";

const root: Branch = { move: "", mover: -1, told: null, comment: "", next: [] };
const TAGS = { Game: "dakapo", Rules: "1", Players: "2" };

/** Play lines from the root: each is a row of moves. */
function grown(...lines: string[]): Branch {
  let tree = root;
  for (const line of lines) {
    let path: readonly number[] = [];
    for (const [at, move] of line.split(" ").entries()) [tree, path] = grow(tree, path, move, at % 2, null) ?? [tree, path];
  }
  return tree;
}

const moves = (tree: Branch, path: readonly number[]): string =>
  lineTo(tree, path)
    .map(({ move }) => move)
    .join(" ");
const text = (tree: Branch): string => recordOf(TAGS, tree).split("\n").slice(4).join(" ").trim();

describe("a tree of moves", () => {
  const tree = grown("a b c", "a x y", "a x z", "d");

  it("has each move once, and the first as the main line", () => {
    expect(text(tree)).toBe("a ( d ) b ( x y ( z ) ) c");
    expect(grow(tree, [], "d", 0, null)?.[1]).toEqual([1]);
    expect(grow(tree, [], "d", 0, null)?.[0]).toBe(tree);
  });

  it("is walked along its lines and from variation to variation", () => {
    expect(moves(tree, endOf(tree, [0, 1]))).toBe("a x y");
    expect(moves(tree, sibling(tree, [0, 0], 1))).toBe("a x");
    expect(sibling(tree, [0, 1], 1)).toEqual([0, 1]);
    expect(sibling(tree, [], 1)).toEqual([]);
  });

  it("makes a variation the main line where it leaves it", () => {
    const [promoted = root, path = []] = promote(tree, [0, 1, 1]) ?? [];
    expect(text(promoted)).toBe("a ( d ) b ( x z ( y ) ) c");
    expect(moves(promoted, path)).toBe("a x z");
    const [again = root, main = []] = promote(promoted, path) ?? [];
    expect(text(again)).toBe("a ( d ) x ( b c ) z ( y )");
    expect(promote(again, main)).toEqual([again, main]);
  });

  it("loses a branch with all that follows", () => {
    expect(text(cut(tree, [0, 1]))).toBe("a ( d ) b c");
    expect(text(cut(tree, [0]))).toBe("d");
    expect(text(cut(tree, []))).toBe("");
  });

  it("has comments, without what would end them", () => {
    const good = comment(tree, [0, 0], " good {or\nnot} ");
    const said = good && comment(good, [], "first");
    expect(said && text(said)).toBe("{first} a ( d ) b {good (or not)} ( x y ( z ) ) c");
    expect(branchAt(tree, [0, 0])?.comment).toBe("");
  });

  it("is not nested deeper than a record, nor larger", () => {
    let [deep, path]: [Branch, readonly number[]] = [grown("first"), [0]];
    for (let at = 0; at < 20; at++) {
      deep = grow(deep, path, "main", 0, null)?.[0] ?? deep;
      [deep, path] = grow(deep, path, `other ${at}`, 0, null) ?? [deep, path];
    }
    expect(path.length).toBe(21);
    deep = grow(deep, path, "main", 0, null)?.[0] ?? deep;
    expect(grow(deep, path, "too deep", 0, null)).toBeNull();
    // The main line, with all its variations, would be a variation itself.
    const beside = grow(deep, [], "beside", 0, null);
    expect(beside && promote(...beside)).toBeNull();
    expect(comment(root, [], "x".repeat(99_000))).not.toBeNull();
    expect(comment(root, [], "鯛".repeat(99_000))).toBeNull();
    let large = root;
    for (let at = 0; at < 3000; at++) large = grow(large, [], `${at}`, 0, null)?.[0] ?? large;
    expect(large.next.length).toBe(3000);
    expect(grow(large, [], "too many", 0, null)).toBeNull();
    expect(grow(large, [], "2999", 0, null)?.[1]).toEqual([2999]);
  });

  it("writes long games in short rows", () => {
    const long = grown(Array.from({ length: 60 }, (_, at) => `m${at}`).join(" "));
    expect(
      Math.max(
        ...recordOf(TAGS, long)
          .split("\n")
          .map((row) => row.length),
      ),
    ).toBeLessThan(80);
  });
});

describe("the path in a link", () => {
  const tree = grown("a b c", "a x y", "a x z");

  it("is short, and read back", () => {
    for (const path of [[], [0], [0, 0, 0], [0, 1], [0, 1, 0], [0, 1, 1]]) expect(readPath(tree, writePath(path))).toEqual(path);
    expect(writePath([0, 0, 0])).toBe("3");
    expect(writePath([0, 1, 0])).toBe("1.1.1");
  });

  it("ends where the tree does", () => {
    for (const wrong of ["99", "1.7", "x", "-1", "1e9", "1.1.1.1.1", ""]) expect(branchAt(tree, readPath(tree, wrong))).toBeDefined();
    expect(readPath(tree, "99")).toEqual([0, 0, 0]);
  });
});

it("a replayed record becomes a tree", () => {
  const variation = (after: number, moves: string[], more: object = {}): object => ({
    after,
    moves,
    movers: moves.map(() => 1),
    told: [],
    comments: [],
    variations: [],
    ...more,
  });
  const replay = {
    moves: ["a", "b", "c"],
    movers: [0, 1, 0],
    told: [],
    comments: [
      { after: 0, text: "first" },
      { after: 2, text: "then" },
    ],
    variations: [
      variation(1, ["x", "y"], { comments: [{ after: 1, text: "why" }], variations: [variation(1, ["z"]), variation(0, ["w"])] }),
      variation(0, ["d"]),
    ],
  } as unknown as Replay;
  expect(text(treeOf(replay))).toBe("{first} a ( d ) b {then} ( x {why} y ( z ) ) ( w ) c");
  expect(treeOf(replay).next[0]?.next[0]?.mover).toBe(1);
});
