import { describe, expect, test } from "vitest";
import type { Analyst } from "./analyst";
import type { Reached } from "./messages";
import { findLost, leave } from "./noreturn";

describe("lines that are left", () => {
  const all = (lines: string[]): string[] =>
    lines.reduce<{ left?: string[]; forgotten?: number }>((kept, line) => leave(kept, line.split(" ")), {}).left ?? [];

  test("are kept once, however far they are taken back", () => {
    expect(all(["a b c", "a b", "a"])).toEqual(["a b c"]);
    expect(all(["a b", "a bc", "a b"])).toEqual(["a b", "a bc"]);
  });
  test("give way to those that go on from them", () => {
    expect(all(["a b", "a c", "a b d"])).toEqual(["a c", "a b d"]);
  });
  test("are the latest, and the others are counted", () => {
    let kept: { left?: string[]; forgotten?: number } = {};
    for (let at = 0; at < 20; at++) kept = leave(kept, [`m${at}`]);
    expect([kept.left?.length, kept.left?.at(-1), kept.forgotten]).toEqual([16, "m19", 4]);
  });
});

describe("points of no return", () => {
  const start: Reached = { game: "go", rules: 1, players: 1, options: {}, position: "" };
  /** An analysis that has a game lost after certain moves, and counts the questions. */
  function knowing(lost: (moves: readonly string[]) => boolean): { analyst: Analyst; asked: () => number } {
    let asked = 0;
    const ask = async ({ at }: { at: Reached }): Promise<unknown> => {
      asked++;
      return { t: "lines", found: { proved: true, chances: [lost(at.moves ?? []) ? 0 : 1] } };
    };
    return { analyst: { ask } as unknown as Analyst, asked: () => asked };
  }

  test("are found in the last line and in those that were left", async () => {
    const { analyst } = knowing((moves) => moves.includes("bad"));
    const result = { wrong: 2, end: "solved" as const, line: ["a", "b", "c"], left: ["a bad x", "a b bad"] };
    expect(await findLost(analyst, start, result, 0)).toEqual({
      lines: [
        ["a", "bad"],
        ["a", "b", "bad"],
      ],
      unseen: 0,
    });
  });
  test("are asked for once where lines go on from the same lost position", async () => {
    const { analyst, asked } = knowing((moves) => moves.includes("bad"));
    const left = ["bad x", "bad y", "bad z"];
    expect((await findLost(analyst, start, { wrong: 3, end: "shown", left }, 0)).lines).toEqual([["bad"]]);
    expect(asked()).toBe(2);
  });
  test("count the lines that nobody looked at", async () => {
    const analyst = { ask: () => Promise.reject(new Error("busy")) } as unknown as Analyst;
    const result = { wrong: 9, end: "shown" as const, line: ["a"], left: ["b"], forgotten: 3 };
    expect(await findLost(analyst, start, result, 0)).toEqual({ lines: [], unseen: 5 });
  });
});
