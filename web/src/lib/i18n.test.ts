import { beforeEach, describe, expect, test, vi } from "vitest";
import { chooseLanguage, language, t, tr, useGameTexts } from "./i18n.svelte";

vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("localStorage", { setItem: () => undefined, getItem: () => null });

beforeEach(async () => {
  await useGameTexts("dakapo");
  await useGameTexts("dalapapa");
  await chooseLanguage("de");
});

describe("texts of the page", () => {
  test("are in the language that was chosen, also when two are chosen at once", async () => {
    expect(t("Play")).toBe("Spielen");
    await Promise.all([chooseLanguage("fr"), chooseLanguage("en")]);
    expect([language(), t("Play")]).toEqual(["en", "Play"]);
    expect((document.documentElement as HTMLElement).lang).toBe("en");
  });
  test("have their holes filled, and only those that have a filling", () => {
    expect(t("{points} points", { points: 3 })).toBe("3 Punkte");
    expect(t("{points} points", {})).toBe("{points} Punkte");
  });
  test("stay as they are where there is no translation", () => {
    expect(t("no such {thing}", { thing: "text" })).toBe("no such text");
  });
});

describe("sentences of the engine", () => {
  test("are found as they stand", () => {
    expect(tr("the game is over")).toBe("die Partie ist vorbei");
  });
  test("are matched against templates, whose fillings are kept", () => {
    expect(tr("tile 17 is not in the hand of seat 2")).toBe("Stein 17 ist nicht auf der Hand von Platz 2");
  });
  test("have their fillings translated in turn", () => {
    expect(tr("red would meet blue on the edge between 0,0 and 1,0")).toBe("auf der Kante zwischen 0,0 und 1,0 träfe rot auf blau");
    expect(tr("the game is over: nobody can place a tile")).toBe("die Partie ist vorbei: niemand kann einen Stein legen");
  });
  test("mean the template with more words of its own", () => {
    // It fits "it completes {square}" too, which is loaded before.
    expect(tr("it completes a red group of 3, worth +3")).toBe("er schließt eine Gruppe aus 3 (rot): +3");
  });
  test("are taken literally: signs of patterns in a template mean themselves", () => {
    expect(tr("tile 3a (red) at 0,1, lying to the east")).toBe("Stein 3a (rot) auf 0,1, liegt nach Osten");
    expect(tr("tile 3a red at 0,1, lying to the east")).toBe("Stein 3a red auf 0,1, liegt nach Osten");
  });
  test("must fit from their first letter to their last", () => {
    expect(tr("the tile 17 is not in the bag")).toBe("the tile 17 is not in the bag");
    expect(tr("")).toBe("");
  });
  test("follow the language", async () => {
    const sentence = "tile 17 is not in the bag";
    const german = tr(sentence);
    await chooseLanguage("fr");
    expect(tr(sentence)).not.toBe(german);
    expect(tr(sentence)).toContain("17");
  });
});
