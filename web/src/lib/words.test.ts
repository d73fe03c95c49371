import { beforeAll, describe, expect, test, vi } from "vitest";
import { chooseLanguage } from "./i18n.svelte";
import type { Full } from "./messages";
import { chairLabel } from "./agreed";
import { chairName, chairNames, winsOf } from "./words";

const person = (name: string) => ({ kind: "screen", taken: true, name });
const BOT = { kind: "bot", taken: true, bot: "bot:easy" };

vi.stubGlobal("document", { documentElement: {} });
beforeAll(() => chooseLanguage("en"));

describe("a bot", () => {
  test("has a short name in sentences, and its level at its chair", () => {
    const chairs = [person("Ada"), BOT, BOT];
    expect(chairNames(chairs)).toEqual(["Ada", "Pebble", "Reed"]);
    expect(chairLabel(chairs, 1)).toBe("Pebble · Easy");
    expect(chairLabel(chairs, 0)).toBe("Ada");
  });
  test("is told apart from a person of the same name", () => {
    const chairs = [person("pebble"), BOT];
    expect(chairName(chairs, 1)).toBe("Pebble · Easy");
    expect(chairName(chairs, 0)).toBe("pebble");
  });
});

describe("a person", () => {
  test("who has been deleted is a player who left, and a free seat is not", () => {
    const chairs = [{ kind: "open", taken: true, name: "" }, { kind: "open", taken: false }, person("Ada")];
    expect(chairNames(chairs)).toEqual(["a player who left", "Free seat", "Ada"]);
  });
});

describe("games won", () => {
  const won = (wins: number, team_size?: number) => winsOf({ wins: [wins], team_size } as unknown as Full, 0).wins;

  test("count for both partners, and a draw as half a win", () => {
    expect([won(0.5, 2), won(1, 2), won(2)]).toEqual(["1", "2", "2"]);
    expect([won(0.5), won(1.5), won(10.5), won(1 / 3)]).toEqual(["½", "1½", "10½", "0.33"]);
  });
});
