import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { faults, LANGUAGES } from "./catalogues.ts";

const OURS = { play: "Play", seat: "seat { $seat }" };
const USES =
  '{t("page.play")} {t("page.seat", { seat: 1 })} {t("analysis.luck")} {t("days.saved")} {t("learn.next")} {t("moderation.block")} {t("notices.turn")} {t("offline.reload")} {t("people.luck")} {t("puzzles.grade")} {t("ratings.best")} {t("seeks.any")} {t("settings.dark")} {t("votes.agree")}';
let root = "";

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function texts(folder: string, messages: Record<string, string>, languages: readonly string[] = LANGUAGES): void {
  const text = Object.entries(messages)
    .map(([id, value]) => `${id} = ${value}\n`)
    .join("");
  for (const name of languages) write(`${folder}/${name}.ftl`, text);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "catalogues-"));
  texts("web/src/i18n", OURS);
  texts("web/src/i18n/analysis", { luck: "Luck" });
  texts("web/src/i18n/days", { saved: "Saved" });
  texts("web/src/i18n/learn", { next: "Next" });
  texts("web/src/i18n/moderation", { block: "Block" });
  texts("web/src/i18n/notices", { turn: "Turn" });
  texts("web/src/i18n/people", { luck: "Luck" });
  texts("web/src/i18n/puzzles", { grade: "Grade" });
  texts("web/src/i18n/ratings", { best: "Best" });
  texts("web/src/i18n/offline", { reload: "Reload" });
  texts("web/src/i18n/seeks", { any: "Any" });
  texts("web/src/i18n/settings", { dark: "Dark" });
  texts("web/src/i18n/votes", { agree: "Agree" });
  texts("src/encore/core/i18n", { plain: "{ $text }" });
  texts("src/encore/server/i18n", { busy: "Busy" });
  texts("src/encore/games/chess/i18n", { queen: "Queen" });
  write("src/encore/server/room.py", 'raise Refusal(Fact("server.busy"), Fact("core.plain", text=text))');
  write("web/src/App.svelte", USES);
  write("src/encore/games/chess/web/Board.svelte", "{t('chess.queen')} {t(\n  \"page.play\",\n)}");
});
afterEach(() => rmSync(root, { recursive: true }));

test("our own page has no fault", () => {
  expect(faults()).toEqual([]);
});

test("texts that are there are no fault", () => {
  write("web/src/lib/i18n.svelte.ts", "export function t(code: string): string { return code; }");
  expect(faults(root)).toEqual([]);
});

test("a text that no file has, or only that of a game", () => {
  write("web/src/App.svelte", `${USES} {t("page.pause")} {t("chess.queen")}`);
  expect(faults(root)).toEqual([
    "web/src/App.svelte uses page.pause, which has no text",
    "web/src/App.svelte uses chess.queen, which has no text",
  ]);
});

test("a text of the server that a language lacks", () => {
  texts("src/encore/server/i18n", { full: "Full" }, ["fr"]);
  expect(faults(root)).toEqual(["src/encore/server/i18n/fr.ftl lacks busy", "src/encore/server/i18n/fr.ftl has full, which English lacks"]);
});

test("a text that nothing uses", () => {
  write("web/src/App.svelte", '{t("page.play")}');
  expect(faults(root)).toEqual([
    "web/src/i18n has seat, which nothing uses",
    "web/src/i18n/analysis has luck, which nothing uses",
    "web/src/i18n/days has saved, which nothing uses",
    "web/src/i18n/learn has next, which nothing uses",
    "web/src/i18n/moderation has block, which nothing uses",
    "web/src/i18n/notices has turn, which nothing uses",
    "web/src/i18n/offline has reload, which nothing uses",
    "web/src/i18n/people has luck, which nothing uses",
    "web/src/i18n/puzzles has grade, which nothing uses",
    "web/src/i18n/ratings has best, which nothing uses",
    "web/src/i18n/seeks has any, which nothing uses",
    "web/src/i18n/settings has dark, which nothing uses",
    "web/src/i18n/votes has agree, which nothing uses",
  ]);
});

test("a text of a game or the server that neither the page nor Python uses", () => {
  texts("src/encore/games/chess/i18n", { queen: "Queen", king: "King", title: "Chess", "option-variant-help": "Which rules" });
  texts("src/encore/server/i18n", { busy: "Busy", "option-port": "Port" });
  expect(faults(root)).toEqual([
    "src/encore/server/i18n has option-port, which nothing uses",
    "src/encore/games/chess/i18n has king, which nothing uses",
  ]);
  write("src/encore/games/chess/rules.py", 'Fact("chess.king")');
  write("src/encore/server/run.py", "Fact('server.option-port')");
  expect(faults(root)).toEqual([]);
});

test.each(["{t(name)}", "{t(`page.play`)}", '{t(mine ? "page.play" : "page.wait")}', '{t("page.pl" + "ay")}', "{t(NAMES[colour], {})}"])(
  "%s could be any text",
  (code) => {
    write("src/encore/games/chess/web/Piece.svelte", code);
    expect(faults(root)).toHaveLength(1);
    expect(faults(root)[0]).toContain("src/encore/games/chess/web/Piece.svelte: ");
  },
);

test("a language that lacks a text, has one more, or other variables", () => {
  texts("web/src/i18n", { seat: "Platz", more: "mehr" }, ["de"]);
  expect(faults(root)).toEqual([
    "web/src/i18n/de.ftl lacks play",
    "web/src/i18n/de.ftl: seat has other variables than in English",
    "web/src/i18n/de.ftl has more, which English lacks",
  ]);
});

test("what is no message, and a message that is there twice", () => {
  write("web/src/i18n/de.ftl", "play = Los\nplay = Spielen\nseat = Platz { $seat }\n\n= half");
  expect(faults(root)).toEqual(["web/src/i18n/de.ftl has play twice", "web/src/i18n/de.ftl: no Fluent message: = half"]);
});

test.each([
  ["de", "Finden Sie ihn."],
  ["de", "Nur Ihre Steine"],
  ["fr", "c’est à toi"],
  ["fr", "Tu peux"],
  ["fr", "il t’attrape"],
])("%s: %s", (name, text) => {
  texts("web/src/i18n", { ...OURS, play: text }, [name]);
  expect(faults(root)).toEqual([`web/src/i18n/${name}.ftl addresses the reader otherwise in play`]);
});

test.each([
  ["de", "Susan ist dran: Sie schläft. Ihr Stein"],
  ["fr", "Existe-t-il ? Jeton, étoile, vous"],
])("%s: %s is said of others", (name, text) => {
  texts("web/src/i18n", { ...OURS, play: text }, [name]);
  expect(faults(root)).toEqual([]);
});
