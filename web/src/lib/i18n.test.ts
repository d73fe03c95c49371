import { beforeEach, describe, expect, test, vi } from "vitest";
import { chooseLanguage, language, named, say, t, useGameTexts, useLessonTexts } from "./i18n.svelte";

vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("localStorage", { setItem: () => undefined, getItem: () => null });

beforeEach(async () => {
  await useGameTexts("dakapo");
  await chooseLanguage("de");
});

describe("texts of the page", () => {
  test("are in the language that was chosen, also when two are chosen at once", async () => {
    expect(t("page.play")).toBe("Spielen");
    await Promise.all([chooseLanguage("fr"), chooseLanguage("en")]);
    expect([language(), t("page.play")]).toEqual(["en", "Play"]);
    expect((document.documentElement as HTMLElement).lang).toBe("en");
  });
  test("have their variables filled", () => {
    expect(t("page.player-number", { number: 3 })).toBe("Spieler 3");
  });
  test("are named by their code where there is no text, and empty while their owner's texts are loading", () => {
    expect(t("page.no-such-text")).toBe("page.no-such-text");
    expect(t("dalapapa.points")).toBe("");
  });
  test("of names that follow from data have English to fall back on", () => {
    expect(named("dakapo", "title", "a game")).toBe("Dakapo");
    expect(named("go", "option-komi", "Komi")).toBe("Komi");
  });
  test("of a game's name and options are there before the rest of its texts", () => {
    expect(t("dalapapa.title")).toBe("Dalapapa");
    expect(named("dalapapa", "option-target-value", "", { count: 1 })).toBe("1 Punkt");
  });
});

test("texts of lessons are loaded where they are wanted", async () => {
  expect(named("dakapo", "lesson-end-call", "none")).toBe("none");
  await useLessonTexts("dakapo");
  expect(named("dakapo", "lesson-end-call", "none")).not.toBe("none");
  expect(t("dakapo.keys")).not.toBe("");
});

describe("facts of the engine", () => {
  test("are rendered from code and arguments, facts within facts first", () => {
    expect(say({ code: "page.bot-level", args: { name: "Koralle", level: "leicht" } })).toBe("Koralle · leicht");
    const level = { code: "page.player-number", args: { number: 2 }, cells: [] };
    expect(say({ code: "page.bot-level", args: { name: "Kiesel", level } })).toBe("Kiesel · Spieler 2");
  });
  test("in a list are joined as the language joins them", async () => {
    const texts = ["a", "b", "c"].map((level) => ({ code: "page.bot-level", args: { name: "Bot 9", level }, cells: [] }));
    expect(say({ code: "page.name-wins", args: { name: texts } })).toBe("Bot 9 · a, Bot 9 · b und Bot 9 · c gewinnt");
    await chooseLanguage("ja");
    expect(say({ code: "page.bot-level", args: { name: "Koralle", level: texts } })).toContain("、");
  });
  test("without a text here are shown in the English that came with them", () => {
    expect(say({ code: "go.ko" }, "that repeats the position")).toBe("that repeats the position");
    expect(say(null, "no fact")).toBe("no fact");
  });
});
