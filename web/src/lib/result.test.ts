import { beforeEach, describe, expect, test, vi } from "vitest";
import { chooseLanguage, type Language } from "./i18n.svelte";
import type { End, Full } from "./messages";
import { lostTo, resultText } from "./result";

vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("localStorage", { setItem: () => undefined, getItem: () => null });

const chairs = ["Ann", "Ben", "Cleo"].map((name) => ({ kind: "screen", name, taken: true }));

/** Return what readers at these chairs are told when these chairs have won. */
function told(you: number[], winners: number[], players = 3): string[] {
  const full = { you, chairs: chairs.slice(0, players), players } as unknown as Full;
  const end: End = { winners, reason: "rules", seed: "" };
  return [resultText(full, end), lostTo(full, end)].filter(Boolean);
}

beforeEach(() => chooseLanguage("en"));

describe("the result of a game", () => {
  test("says that the reader has won or lost, and who has won", () => {
    expect(told([0], [0])).toEqual(["You win!"]);
    expect(told([1], [0])).toEqual(["You lost this time", "Ann wins"]);
    expect(told([2], [0, 1])).toEqual(["You lost this time", "Ann and Ben win together"]);
    expect(told([0], [0, 1])).toEqual(["Ann and Ben win together"]);
  });
  test("says only who has won where nobody is the reader alone", () => {
    expect(told([0, 1], [2])).toEqual(["Cleo wins"]);
    expect(told([0, 1, 2], [0])).toEqual(["Ann wins"]);
    expect(told([], [0])).toEqual(["Ann wins"]);
  });
  test("is no loss where nobody has won, or somebody plays alone", () => {
    expect(told([0], [])).toEqual(["A draw"]);
    expect(told([0], [], 1)).toEqual(["Not solved this time"]);
  });
  test.each<[Language, string, string]>([
    ["de", "Diesmal hast du verloren", "Ann gewinnt"],
    ["fr", "Vous avez perdu cette fois", "Ann gagne"],
    ["ja", "今回は負けです", "Annの勝ち"],
  ])("is said in %s", async (language, ...texts) => {
    await chooseLanguage(language);
    expect(told([1], [0])).toEqual(texts);
  });
});
