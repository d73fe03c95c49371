/** Words that the server has as short names. */
import type { Notation, Picture } from "./board";
import type { Fact, Full, Sitting } from "./messages";
import type { Level } from "./games.svelte";
import { say, t } from "./i18n.svelte";

export function levelName(level: Level | string): string {
  const names: Record<string, string> = {
    beginner: t("page.beginner"),
    easy: t("page.easy"),
    medium: t("page.medium"),
    hard: t("page.hard"),
    expert: t("page.expert"),
  };
  return names[level] ?? level;
}

/** Return how the bot of a seat is called: by a name of its own, since several may have the same level. */
export const botName = (number: number): string => t("page.bot-name", { number: number + 1 });

/** Return the level of a bot such as "bot:easy". */
export const levelOf = (bot: string): string => levelName(bot.replace(/^bot:/, ""));

/** Return the rating of a person at a rated table, with a question mark while it is provisional; empty elsewhere. */
export const ratingOf = ({ rating, provisional }: Pick<Sitting, "rating" | "provisional">): string =>
  rating ? rating + (provisional ? "?" : "") : "";

/** Return the name of a bot and its level. */
export const botLabel = (bot: string, number: number): string => t("page.bot-level", { name: botName(number), level: levelOf(bot) });

/** Return how a chair is called in sentences. A bot has its level there only where a person has the same name. */
export function chairName(chairs: readonly Sitting[], number: number): string {
  const chair = chairs[number];
  if (chair?.kind === "bot") {
    const name = botName(number);
    return chairs.some((other) => other.kind !== "bot" && other.name?.toLowerCase() === name.toLowerCase())
      ? botLabel(chair.bot ?? "", number)
      : name;
  }
  return chair?.name || (chair?.taken === false ? t("page.free-seat") : t("page.player-left"));
}

export const chairNames = (chairs: readonly Sitting[]): string[] => chairs.map((_, number) => chairName(chairs, number));

/** Return the games that a chair has won at a table, such as 1½. Partners win together; a draw is half a win, as in chess. */
export function winsOf({ wins, team_size }: Full, chair: number): { count: number; wins: string } {
  const count = (wins[chair] ?? 0) * (team_size ?? 1);
  return { count, wins: String(+count.toFixed(2)).replace(/(^0)?\.5$/, "½") };
}

const PHRASES = ["hello", "good luck", "well played", "nice move", "oops", "one moment", "thanks", "dakapo!"] as const;

/** What can be said in every language alike: the server's name for it, and its words. */
export const phrases = (): [string, string][] => PHRASES.map((phrase) => [phrase, phraseName(phrase)]);

export function phraseName(phrase: string): string {
  const names: Record<string, string> = {
    hello: t("page.hello"),
    "good luck": t("page.good-luck"),
    "well played": t("page.well-played"),
    "nice move": t("page.nice-move"),
    oops: t("page.oops"),
    "one moment": t("page.one-moment-please"),
    thanks: t("page.thank-you"),
    "dakapo!": t("page.again"),
  };
  return names[phrase] ?? phrase;
}

/** What somebody said, in words. */
export const saidText = (said: Record<string, unknown>): string =>
  typeof said.phrase === "string" && said.phrase ? phraseName(said.phrase) : String(said.text ?? "");

/** Whether somebody is there to chat with: another person at the table, or a spectator. */
export const peopleAt = ({ chairs, you }: Full, watching: number): boolean =>
  watching > 0 || chairs.some(({ kind }, chair) => kind !== "bot" && !you.includes(chair));

/** Whether the chat is used, or may be. */
export const talksAt = (full: Full, watching: number): boolean => full.chat && (peopleAt(full, watching) || full.said.some(saidText));

/** Return a move in words: the server's, else those of a board from outside Encore, else its notation. */
export function moveWords(told: Fact | null | undefined, move: string, picture: Picture | null | undefined, notation: Notation): string {
  const words = told && told.code !== "core.plain" ? say(told) : "";
  if (words) return words;
  return picture ? notation.describe(move, picture) : move;
}

/** Return what begins before each move, such as "Round 2"; the dealer's move that begins it is not in lists. */
export function roundsOf(moves: readonly (string | null)[], notation: Notation): string[] {
  let number = 1;
  return moves.map((_, at) => {
    const name = notation.round(moves[at - 1] ?? "", number);
    if (name) number++;
    return name;
  });
}

/** Return a text as a sentence begins: with a capital, unless its first word is a cell such as c3. */
export const sentence = (text: string): string => (/^\w*\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** Return the cells to point at for a refusal: those it names, else those of the move, where a rule speaks against it. */
export function refusedCells({ rule, fact }: { rule?: string | null; fact?: Fact | null }, move: string, notation: Notation): string[] {
  if (fact?.cells.length) return fact.cells;
  return rule ? notation.cells(move) : [];
}
