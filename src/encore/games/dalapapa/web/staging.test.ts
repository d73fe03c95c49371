import { expect, test } from "vitest";
import { UNIT } from "./place";
import { Staging } from "./staging.svelte";
import type { Held, Point } from "./types";

const held = (tile: number): Held => ({ tile, faces: ["rrrrrrr", "ggggggg"] });
const middleOfSquare = (x: number, y: number): Point => [x * UNIT, -y * UNIT];

/** Somebody who holds tiles 7 and 8 and may lay them in these ways. */
function holding(...moves: string[]): Staging {
  const staging = new Staging(() => moves.map((move) => ({ move, points: 1 })));
  staging.settle([held(7), held(8)]);
  return staging;
}

/** The same, with the first of these ways staged. */
function looking(...moves: string[]): Staging {
  const staging = holding(...moves);
  const [way] = staging.ways;
  if (way) staging.stage(way);
  return staging;
}

const moveOf = (staging: Staging): string | undefined => staging.staged?.move;

test("the first tile of the hand is chosen, and kept while it is there", () => {
  const staging = holding();
  expect(staging.tile).toBe(7);
  staging.choose(8);
  staging.settle([held(7), held(8)]);
  expect(staging.tile).toBe(8);
  staging.settle([held(7)]);
  expect(staging.tile).toBe(7);
  staging.settle([]);
  expect(staging.tile).toBeNull();
});

test("what lights up is for this tile, this face, this side", () => {
  const staging = holding("7a@0,1e", "7a@0,1n", "7b@0,1e", "8a@0,1e", "stop");
  expect(staging.ways).toHaveLength(4);
  expect(staging.lit.map(({ move }) => move)).toEqual(["7a@0,1e"]);
  staging.turn();
  expect(staging.lit.map(({ move }) => move)).toEqual(["7a@0,1n"]);
  staging.side = "e";
  staging.flip();
  expect(staging.lit.map(({ move }) => move)).toEqual(["7b@0,1e"]);
});

test("turning and flipping are offered where they lead to other places", () => {
  expect(holding("7a@0,1e", "7a@3,1n", "7b@5,1e").more).toBe("both");
  expect(holding("7a@0,1e", "7a@3,1n").more).toBe("turn");
  expect(holding("7a@0,1e", "7b@5,1e").more).toBe("flip");
  // The same squares, and another tile.
  expect(holding("7a@0,1e", "7a@1,1w", "7b@0,1e", "8a@5,1e").more).toBeNull();
});

test("a tile that fits nowhere as it is held is turned, flipped only if it must, and left alone afterwards", () => {
  const staging = holding("7b@0,1e", "7a@0,1s", "8b@0,1n");
  expect([staging.face, staging.side]).toEqual(["a", "s"]);
  staging.choose(8);
  expect([staging.face, staging.side]).toEqual(["b", "n"]);
  staging.turn();
  expect(staging.lit).toEqual([]);
});

test("a tile is held as it would lie at a place, so that a tap there stages it", () => {
  const staging = looking("7a@0,1e", "8b@0,1n", "8a@0,1e");
  const [, way] = staging.ways;
  if (way) staging.hold(way.place);
  expect(staging.staged).toBeNull();
  expect(staging.at(middleOfSquare(0, 1))?.move).toBe("8b@0,1n");
});

test("a free tile turns counter-clockwise all the way round", () => {
  const staging = holding();
  const sides = [1, 2, 3, 4].map(() => (staging.turn(), staging.side));
  expect(sides).toEqual(["n", "w", "s", "e"]);
});

test("a point means the tile as it is held, the nearer one of two", () => {
  const staging = holding("7a@0,1e", "7a@1,1e");
  expect(staging.at([1 * UNIT - 5, -UNIT])?.move).toBe("7a@0,1e");
  expect(staging.at([1 * UNIT + 5, -UNIT])?.move).toBe("7a@1,1e");
  expect(staging.at(middleOfSquare(5, 5))).toBeUndefined();
});

test("where it does not fit as it is held, it is turned, and flipped only if it must", () => {
  const staging = holding("7b@0,1e", "7a@0,1n", "8a@0,1e");
  expect(staging.at(middleOfSquare(0, 1))?.move).toBe("7a@0,1n");
  expect(staging.at(middleOfSquare(1, 1))?.move).toBe("7b@0,1e");
});

test("a point a little beside a lit place means that place, and never turns or moves a staged tile", () => {
  const ways = ["7a@0,1e", "7a@0,2n", "7a@1,1e", "7a@5,1e"];
  const beside: Point = [0, -1.6 * UNIT];
  expect(holding(...ways).at(beside)?.move).toBe("7a@0,2n");
  expect(holding(...ways).at(beside, UNIT / 4)?.move).toBe("7a@0,1e");
  const staging = looking(...ways);
  expect(staging.at(beside)).toBeUndefined();
  expect(staging.at([UNIT + 5, -UNIT])?.move).toBe("7a@0,1e"); // the middle of another place
  expect(staging.at(middleOfSquare(5, 1))?.move).toBe("7a@5,1e");
});

test("a staged tile turns about its square, over the sides on which it fits", () => {
  const staging = looking("7a@0,1e", "7a@0,1s", "7a@3,3n");
  expect(staging.turn()).toBe(true);
  expect(moveOf(staging)).toBe("7a@0,1s");
  expect(staging.side).toBe("s");
  expect(staging.turn()).toBe(true);
  expect(moveOf(staging)).toBe("7a@0,1e");
  expect(staging.flip()).toBe(false);
  expect(moveOf(staging)).toBe("7a@0,1e");
  expect(staging.face).toBe("a");
});

test("it turns about the square that was pointed at, time and again, not about its own first one", () => {
  const staging = holding("7a@0,1e", "7a@2,1w", "7a@2,1s", "7a@1,1s");
  const [way] = staging.ways;
  if (way) staging.stage(way, [1, 1]);
  const seen = [1, 2, 3].map(() => (staging.turn(), moveOf(staging)));
  expect(seen).toEqual(["7a@2,1w", "7a@1,1s", "7a@0,1e"]);
});

test("a staged tile that fits in no other way says so and stays", () => {
  const staging = looking("7a@0,1e");
  expect([staging.turn(), staging.flip()]).toEqual([false, false]);
  expect(moveOf(staging)).toBe("7a@0,1e");
});

test("flipped, it keeps its side if it can", () => {
  const staging = looking("7a@0,1n", "7b@0,1e", "7b@0,1n");
  expect(staging.flip()).toBe(true);
  expect(moveOf(staging)).toBe("7b@0,1n");
});

test("what is no longer possible is taken back, what still is stays", () => {
  const staging = looking("7a@0,1e", "7a@0,1n");
  const way = staging.staged;
  staging.settle([held(7)]);
  expect(moveOf(staging)).toBe("7a@0,1e");
  const later = holding("7a@0,1n");
  if (way) later.stage(way);
  later.settle([held(7)]);
  expect(later.staged).toBeNull();
  expect(later.pivot).toBeNull();
});

test("another tile takes the staged one back", () => {
  const staging = looking("7a@0,1e", "8a@0,1e");
  staging.choose(8);
  expect(staging.staged).toBeNull();
  expect(staging.tile).toBe(8);
});
