import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismiss, dismissed, finish, finished, forgetFinished, mark, remember, running } from "./kept";

beforeEach(() => {
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

const table = (name: string, over = false): void => remember({ table: name, game: "dakapo", names: [], invite: "", over });
const names = (): string[] => running().map((one) => one.table);

it("keeps a running game before all that are over", () => {
  table("old");
  for (let number = 0; number < 20; number++) table(`over${number}`, true);
  expect(names()).toContain("old");
  expect(names()).toHaveLength(12);
  expect(names()[0]).toBe("over19");
  for (let number = 0; number < 20; number++) table(`new${number}`);
  expect(names()).toHaveLength(21);
  expect(names()).toContain("old");
});

it("takes a table for running again when a rematch has begun", () => {
  table("rematch", true);
  mark("rematch", false);
  for (let number = 0; number < 20; number++) table(`over${number}`, true);
  expect(names()).toContain("rematch");
  mark("rematch", true);
  table("one more", true);
  expect(names()).not.toContain("rematch");
});

it("does not forget who may be let in", () => {
  remember({ table: "t", game: "dakapo", names: [], invite: "secret", over: false });
  table("t", true);
  expect(running()).toEqual([{ table: "t", game: "dakapo", names: [], invite: "secret", over: true }]);
});

it("keeps a dismissed table off the list until somebody is there again", () => {
  table("old");
  table("new");
  dismiss("old");
  expect(names()).toEqual(["new"]);
  expect(dismissed()).toEqual(["old"]);
  table("old");
  expect(names()).toEqual(["old", "new"]);
  expect(dismissed()).toEqual([]);
});

it("keeps the latest twenty finished games, each with the date when it was over", () => {
  for (let at = 1; at <= 25; at++) finish({ table: "t", number: at, game: "dakapo", names: ["Ada", "Ben"], at });
  finish({ table: "t", number: 25, game: "dakapo", names: ["Ada", "Ben"], winners: [1], at: 99 });
  expect(finished().map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
  forgetFinished("t", 25);
  expect(finished()).toHaveLength(19);
  expect(finished()[0]).toEqual({ table: "t", number: 24, game: "dakapo", names: ["Ada", "Ben"], at: 24 });
});
