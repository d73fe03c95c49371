import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { faults, LANGUAGES } from "./catalogues.ts";

const OURS = { Play: "Play", "seat {seat}": "seat {seat}" };
let root = "";

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function texts(folder: string, catalogue: Record<string, string>, languages: readonly string[] = LANGUAGES): void {
  for (const name of languages) write(`${folder}/${name}.json`, JSON.stringify(catalogue));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "catalogues-"));
  texts("web/src/i18n", OURS);
  texts("src/encore/games/chess/i18n", { Queen: "Queen" });
});
afterEach(() => rmSync(root, { recursive: true }));

test("our own page has no fault", () => {
  expect(faults()).toEqual([]);
});

test("texts that are there are no fault", () => {
  write("web/src/App.svelte", '{t("Play")} {t("seat {seat}", { seat: 1 })}');
  write("src/encore/games/chess/web/Board.svelte", "{t('Queen')} {t(\n  \"Play\",\n)}");
  write("web/src/lib/i18n.svelte.ts", "export function t(key: string): string { return key; }");
  expect(faults(root)).toEqual([]);
});

test("a text that no catalogue has", () => {
  write("web/src/App.svelte", '{t("Queen")}');
  expect(faults(root)).toEqual(['web/src/App.svelte says "Queen", which is in no catalogue']);
});

test.each(["{t(name)}", "{t(`Play`)}", '{t(mine ? "Play" : "Wait")}', '{t("Pl" + "ay")}', "{t(NAMES[colour], {})}"])("%s could be any text", (code) => {
  write("src/encore/games/chess/web/Board.svelte", code);
  expect(faults(root)).toHaveLength(1);
  expect(faults(root)[0]).toContain("src/encore/games/chess/web/Board.svelte: ");
});

test("a language that lacks a text, and one with other holes", () => {
  texts("web/src/i18n", { "seat {seat}": "Platz" }, ["de"]);
  expect(faults(root)).toEqual(['web/src/i18n/de.json lacks "Play"', 'web/src/i18n/de.json: other placeholders in "seat {seat}"']);
});

test.each([["de", "Finden Sie ihn."], ["de", "Nur Ihre Steine"], ["fr", "c’est à toi"], ["fr", "Tu peux"], ["fr", "il t’attrape"]])("%s: %s", (name, text) => {
  texts("web/src/i18n", { ...OURS, Play: text }, [name]);
  expect(faults(root)).toEqual([`web/src/i18n/${name}.json addresses the reader otherwise in "Play"`]);
});

test.each([["de", "Susan ist dran: Sie schläft. Ihr Stein"], ["fr", "Existe-t-il ? Jeton, étoile, vous"]])("%s: %s is said of others", (name, text) => {
  texts("web/src/i18n", { ...OURS, Play: text }, [name]);
  expect(faults(root)).toEqual([]);
});

test("one text, translated in two ways", () => {
  texts("src/encore/games/go/i18n", { Queen: "Queen" });
  expect(faults(root)).toEqual([]);
  texts("src/encore/games/go/i18n", { Queen: "Dame" }, ["de"]);
  texts("src/encore/games/chess/i18n", { Queen: "Queen", Play: "Los" }, ["de"]);
  const [queen, play, ...others] = faults(root).filter((fault) => fault.includes("otherwise"));
  expect(others).toEqual([]);
  expect([queen, play].sort()).toEqual([
    'src/encore/games/chess/i18n/de.json has "Play" otherwise than web/src/i18n/de.json',
    'src/encore/games/go/i18n/de.json has "Queen" otherwise than src/encore/games/chess/i18n/de.json',
  ]);
});
