import { describe, expect, test } from "vitest";
import { choose, drop, whyIdle } from "./choice";
import { countOf, passedOver, pointsOf, progressOf, sides } from "./sides";
import { middle, moved, nameAt, SIZE, squaresOf } from "./squares";
import { trailsOf } from "./trails";
import type { Colour, Pile, Sea, Seat } from "./types";

function pile(at: string, colour: Colour, value: number, height = 1): Pile {
  return { at, colour, value, height, kind: value === 16 ? "octopus" : value === 15 ? "shark" : "fish", catches: ["f6"], switches: ["f6"] };
}

const seat = (colour: Colour, score: number, fish = 0): Seat => ({ colour, score, fish, rights: [] });

function sea(piles: Pile[], more: Partial<Sea> = {}): Sea {
  return { players: 2, piles, turn: "red", order: ["red", "purple"], own: "red", over: false, moves: [], round: 1, ...more };
}

describe("squares", () => {
  test("are named from the lower left, and from the other side where the board is flipped", () => {
    expect([nameAt(0, 5, false), nameAt(5, 0, false), nameAt(1, 2, false)]).toEqual(["a1", "f6", "b4"]);
    expect([nameAt(0, 5, true), nameAt(5, 0, true), nameAt(1, 2, true)]).toEqual(["f6", "a1", "e3"]);
  });
  test.each([false, true])("their names and their middles agree, flipped: %s", (flipped) => {
    for (let column = 0; column < SIZE; column++) {
      for (let row = 0; row < SIZE; row++) {
        expect(middle(nameAt(column, row, flipped), flipped)).toEqual({ x: 100 * column + 50, y: 100 * row + 50 });
      }
    }
  });
});

describe("what a move joins", () => {
  const piles = [pile("a1", "red", 16), pile("b2", "red", 9), pile("c3", "purple", 16)];

  test("a capture names both squares, a switch one of them", () => {
    expect(squaresOf("a1xc3", piles, "red")).toEqual(["a1", "c3"]);
    expect(squaresOf("16/b2", piles, "red")).toEqual(["a1", "b2"]);
    expect(squaresOf("16/b2", piles, "purple")).toEqual(["c3", "b2"]);
  });
  test.each(["15/b2", "deal:whatever", "", null])("%s joins nothing", (move) => {
    expect(squaresOf(move, piles, "red")).toBeNull();
  });
});

describe("a fish that can capture nothing", () => {
  const fish = pile("c3", "red", 5);

  test("has higher fish in line", () => {
    expect(whyIdle(fish, [fish, pile("c4", "red", 9), pile("c1", "purple", 9)])).toBe("higher");
  });
  test("has no other colour in line: what is behind a fish or beside the line does not count", () => {
    expect(whyIdle(fish, [fish, pile("c5", "purple", 9), pile("c4", "red", 9), pile("d4", "purple", 9)])).toBe("none");
  });
});

describe("the trails of recent turns", () => {
  const seats = [seat("red", 0), seat("purple", 0), seat("green", 0)];
  const turn = (number: number, ...moves: [string, Sea | null][]) => ({
    seat: number,
    moves: moves.map(([move, before]) => ({ move, before, told: null })),
  });
  const shown = (piles: Pile[], round = 1, ended = false) => ({ piles, round, ended });

  test("say which fish went where, in order and in the colour of its player", () => {
    const piles = [pile("b2", "purple", 9), pile("d4", "green", 8)];
    expect(trailsOf([turn(1, ["a1xb2", null]), turn(2, ["c3xd4", null])], sea(piles, { seats }), shown(piles))).toEqual([
      { kind: "capture", number: 1, of: 2, colour: "purple", from: "a1", to: "b2" },
      { kind: "capture", number: 2, of: 2, colour: "green", from: "c3", to: "d4" },
    ]);
  });
  test("at the end of a round, only of the last move", () => {
    const piles = [pile("b2", "purple", 9), pile("d4", "green", 8)];
    const turns = [turn(1, ["a1xb2", null]), turn(2, ["e5xe4", null], ["c3xd4", null])];
    expect(trailsOf(turns, sea(piles, { seats }), shown(piles, 1, true)).map(({ to }) => to)).toEqual(["d4"]);
  });
  test("of a switch, both squares where it was seen, else the one it names", () => {
    const before = sea([pile("a1", "purple", 16), pile("b2", "purple", 9)], { seats, turn: "purple" });
    const after = [pile("b2", "purple", 16), pile("a1", "purple", 9)];
    const trails = (seen: Sea | null) => trailsOf([turn(1, ["16/b2", seen])], sea(after, { seats }), shown(after));
    expect(trails(before).map(({ from, to }) => [from, to])).toEqual([["a1", "b2"]]);
    expect(trails(null).map(({ from, to }) => [from, to])).toEqual([[null, "b2"]]);
  });
  test("end with the round, and what is gone is not counted", () => {
    const dealt = sea([pile("a1", "red", 9), pile("b2", "red", 8), pile("e5", "green", 3)], { seats, round: 2 });
    const turns = [turn(1, ["a1xb2", null]), turn(2, ["e4xe5", { ...dealt, turn: "green" }])];
    expect(trailsOf(turns, dealt, shown(dealt.piles, 2))).toEqual([
      { kind: "capture", number: 1, of: 1, colour: "green", from: "e4", to: "e5" },
    ]);
    expect(trailsOf([turn(2, ["e4xe5", { ...dealt, round: 1 }])], dealt, shown(dealt.piles, 2))).toEqual([]);
    expect(trailsOf([turn(1, ["a1xb2", null])], sea([]), shown([]))).toEqual([]);
  });
  test("are only the last move's for whoever plays all colours alone", () => {
    const piles = [pile("b2", "green", 9), pile("d4", "yellow", 8)];
    const turns = [turn(0, ["a1xb2", null], ["c3xd4", null])];
    expect(trailsOf(turns, sea(piles, { colours: [] }), shown(piles)).map(({ colour, to }) => [colour, to])).toEqual([["yellow", "d4"]]);
  });
});

describe("the sea with a move made", () => {
  const [catcher, prey, other] = [pile("a1", "red", 16, 2), pile("b2", "purple", 9, 3), pile("c3", "red", 8)];

  test("a capture puts one pile upon the other", () => {
    expect(moved([catcher, prey, other], "a1xb2", "red")).toEqual([{ ...catcher, at: "b2", height: 5, catches: [], switches: [] }, other]);
  });
  test("a switch lets both be as high as they were", () => {
    expect(moved([catcher, prey, other], "16/c3", "red")).toEqual([
      { ...catcher, at: "c3", catches: [], switches: [] },
      prey,
      { ...other, at: "a1", catches: [], switches: [] },
    ]);
  });
  test("what cannot be, changes nothing", () => {
    const piles = [catcher, prey];
    expect(moved(piles, "a1xf6", "red")).toBe(piles);
    expect(moved(piles, null, "red")).toBe(piles);
  });
});

describe("a choice", () => {
  const all = sea([pile("a1", "red", 9), pile("b2", "purple", 8), pile("c3", "red", 16), pile("d4", "red", 15), pile("e5", "red", 10)]);

  test("nothing is chosen by an empty square, or by the same one again", () => {
    expect(choose(all, "a1", false, "f6")).toEqual({ chosen: null });
    expect(choose(all, "a1", false, "a1")).toEqual({ chosen: null });
  });
  test("a first fish, or one after a fish of somebody else, is chosen", () => {
    expect(choose(all, null, false, "b2")).toEqual({ chosen: "b2" });
    expect(choose(all, "b2", false, "a1")).toEqual({ chosen: "a1" });
  });
  test("prey after one's own fish is a capture, whether or not it is legal", () => {
    expect(choose(all, "a1", false, "b2")).toEqual({ move: "a1xb2" });
  });
  test("one's own after one's own is another choice, or the partner of a switch", () => {
    expect(choose(all, "c3", false, "a1")).toEqual({ chosen: "a1" });
    expect(choose(all, "c3", true, "a1")).toEqual({ move: "16/a1" });
  });
  test("a wrong partner of a switch is a move too: the server says what it breaks", () => {
    expect(choose(all, "c3", true, "b2")).toEqual({ move: "16/b2" });
    expect(choose(all, "c3", true, "f6")).toEqual({ move: "16/f6" });
    expect(choose(all, "c3", true, "c3")).toEqual({ chosen: null });
  });
  test("of Octopus and Shark, the Octopus switches", () => {
    expect(choose(all, "d4", true, "c3")).toEqual({ move: "16/d4" });
  });
  test("a fish that is dropped catches, or switches with its own", () => {
    expect(drop(all, "a1", "b2")).toBe("a1xb2");
    expect(drop(all, "a1", "f6")).toBe("a1xf6");
    expect(drop(all, "a1", "d4")).toBe("15/a1");
    expect(drop(all, "a1", "e5")).toBeNull();
    expect(drop(all, "a1", "a1")).toBeNull();
    expect(drop(all, "f6", "a1")).toBeNull();
  });
});

describe("sides", () => {
  test("are seats, or teams that count together; alone there are none", () => {
    const seats = [seat("red", 5, 7), seat("purple", 6), seat("green", 5), seat("yellow", 6)];
    expect(sides(sea([], { seats })).map(({ colours, score }) => [colours, score])).toEqual([
      [["red"], 5],
      [["purple"], 6],
      [["green"], 5],
      [["yellow"], 6],
    ]);
    const teams = sides(
      sea([], {
        seats,
        teams: [
          [0, 2],
          [1, 3],
        ],
      }),
    );
    expect(teams.map(({ colours, score, fish }) => ({ colours, score, fish }))).toEqual([
      { colours: ["red", "green"], score: 5, fish: 7 },
      { colours: ["purple", "yellow"], score: 6, fish: 0 },
    ]);
    expect(sides(sea([]))).toEqual([]);
  });
});

describe("who is passed over", () => {
  test.each<[Colour, Colour | null, Colour[]]>([
    ["red", "purple", []],
    ["red", "green", ["purple"]],
    ["red", "red", ["purple", "green"]],
    ["green", "purple", ["red"]],
    ["green", null, []],
  ])("after a capture by %s, with %s to play", (mover, turn, passed) => {
    expect(passedOver(sea([], { order: ["red", "purple", "green"], turn }), mover)).toEqual(passed);
  });
});

describe("the line about the rounds", () => {
  test.each([
    [1, 0, 60],
    [7, 0, 60],
    [2, 3, 60],
    [3, 3, 0],
    [1, 1, 0],
  ])("in round %i of %i names the target %i", (round, rounds, target) => {
    expect(progressOf(sea([], { round, rounds, target: 60 }))).toEqual({ round, rounds, target });
  });
});

describe("the count of a round", () => {
  const before = sea([pile("a1", "red", 9)], { round: 2, seats: [seat("red", 10), seat("purple", 20)] });
  const after = sea([pile("b1", "red", 9)], { round: 3, seats: [seat("red", 33), seat("purple", 29)] });

  test("is what the scores have grown by when the next one begins", () => {
    expect(countOf(before, after)).toEqual({
      round: 2,
      sides: [
        { colours: ["red"], won: 23, score: 33 },
        { colours: ["purple"], won: 9, score: 29 },
      ],
    });
  });
  test("is what lies there when the game is over", () => {
    const end = sea([pile("a1", "red", 9)], { round: 2, finished: true, seats: [seat("red", 60, 23), seat("purple", 29, 9)] });
    expect(countOf(before, end)?.sides.map(({ won, score }) => [won, score])).toEqual([
      [23, 60],
      [9, 29],
    ]);
    expect(countOf(null, end)?.round).toBe(2);
  });
  test("stays in the points of the seats while it is shown", () => {
    const dealt = seat("purple", 29, 16);
    expect(pointsOf(dealt, countOf(before, after))).toEqual({ total: 20, now: 9 });
    expect(pointsOf(dealt, null)).toEqual({ total: 29, now: 16 });
  });
  test("is not there within a round, after a jump, at the first deal, or at another table", () => {
    expect(countOf(null, after)).toBeNull();
    expect(countOf(before, { ...after, round: 2 })).toBeNull();
    expect(countOf(before, { ...after, round: 4 })).toBeNull();
    expect(countOf({ ...before, piles: [] }, after)).toBeNull();
    expect(countOf({ ...before, players: 3 }, after)).toBeNull();
    expect(countOf({ ...before, finished: true }, after)).toBeNull();
  });
});
