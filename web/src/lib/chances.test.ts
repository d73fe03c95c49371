import { expect, test } from "vitest";
import { foundOf, leadChanges, ofOne, reviewOf, sidesOf, together } from "./chances";

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

const TEAMS = sidesOf({
  players: 4,
  teams: [
    [0, 2],
    [1, 3],
  ],
});

test("without teams every seat is a side", () => {
  expect(sidesOf({ players: 3, teams: [] })).toEqual([[0], [1], [2]]);
  expect(together(sidesOf({ players: 2 }), [0.3, 0.7])).toEqual([0.3, 0.7]);
});

test("the chances of a team are those of its seats together", () => {
  const line = { moves: ["a"], told: [], chances: [0.5, 0, 0.5, 0], errors: [0.02, 0, 0.02, 0], proved: false };
  const move = { move: "a", value: 1, chance: 0.25, tone: 1, reply: [], told: [] };
  const exact = { moves: [move], legal: 1, points: false, final: false, secured: false };
  const found = foundOf(TEAMS, { chances: [0.1, 0.4, 0.1, 0.4], errors: [0, 0, 0, 0], proved: true, lines: [line], exact });
  expect(found.chances).toEqual([0.2, 0.8]);
  expect(found.lines[0]).toMatchObject({ chances: [1, 0], errors: [0.04, 0] });
  expect(found.exact?.moves[0]?.chance).toBe(0.5);
});

test("what partners did is told of the chances of their team", () => {
  const moment = { ply: 1, move: "a", loss: 0.1, error: 0.05, better: "b" };
  const seat = { start: 0.25, luck: 0.05, own: 0.1, others: 0.1, result: 0.5, given_away: 0.1, moments: [moment] };
  const { seats, chances } = reviewOf(TEAMS, { seats: [seat], chances: [[0.5, 0, 0.5, 0]], proved: [true] });
  expect(seats[0]).toMatchObject({ start: 0.5, luck: 0.1, own: 0.2, others: 0.2, result: 1, given_away: 0.2 });
  expect(seats[0]?.moments[0]).toMatchObject({ loss: 0.2, error: 0.1, better: "b" });
  expect(chances).toEqual([[1, 0]]);
});
