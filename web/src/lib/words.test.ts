import { beforeAll, describe, expect, test, vi } from "vitest";
import { chooseLanguage } from "./i18n.svelte";
import { chairLabel, chairName, chairNames } from "./words";

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
