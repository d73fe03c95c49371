/** Puzzles: what the server says of them, which one is next, and how their results are counted. */
import { titleOf } from "./games.svelte";
import { ask } from "./http";
import { t } from "./i18n.svelte";
import { isObject, isText, keep, recall } from "./kept";
import type { PuzzleEntry, PuzzleList, PuzzleSetInfo, PuzzleSets } from "./messages";
import { ends, ratingOf } from "./solved";
import { levelOf } from "./words";

/** How many solved a puzzle at which try: "1" to "6", "0" for those who gave up. */
export type Counts = Record<string, number>;

export const setOf = ({ game, players }: { game: string; players: number }): string => `${game}/${players}`;

/** Return the name of a set: its game, and how many play where that is not the usual number. */
export function setName({ game, players }: { game: string; players: number }): string {
  if (players !== 1) return titleOf(game);
  return t("puzzles.set-alone", { game: titleOf(game) });
}

/** Return where a puzzle comes from: who played the game with which seed, and after which move. What is written otherwise stays as it is. */
export function originText(origin: string): string {
  const found = /^(.+), seed (\S+), after move (\d+)$/.exec(origin);
  if (!found) return origin;
  const [, players = "", seed = "", move = ""] = found;
  const names = players.split(" ").map((player) => (player.startsWith("bot:") ? levelOf(player) : player));
  return t("puzzles.origin-text", { players: names.join(" – "), seed, move: Number(move) });
}

export const puzzleSets = async (): Promise<PuzzleSetInfo[]> => (await ask<PuzzleSets>("/api/puzzles")).sets;

const lists = new Map<string, Promise<PuzzleEntry[]>>();

/** Return the puzzles of a set, which do not change while the page is open. */
export function puzzlesOf(set: string): Promise<PuzzleEntry[]> {
  const known = lists.get(set);
  if (known) return known;
  const asked = ask<PuzzleList>(`/api/puzzles/${set}`).then(({ puzzles }) => puzzles);
  lists.set(set, asked);
  asked.catch(() => lists.delete(set));
  return asked;
}

/** What the reader wants to solve; empty and 0 for anything. */
export interface Choice {
  set: string;
  kind: string;
  theme: string;
  low: number;
  high: number;
}

const isChoice = (value: unknown): value is Choice =>
  isObject(value) && [value.set, value.kind, value.theme].every(isText) && [value.low, value.high].every(Number.isFinite);

export const choice = (): Choice => recall("puzzle-choice", isChoice, { set: "", kind: "", theme: "", low: 0, high: 0 });
export const keepChoice = (wanted: Choice): void => keep("puzzle-choice", wanted);

/** Tell whether a puzzle is what the reader wants. */
export const suits = ({ kind, theme, low, high }: Choice, one: PuzzleEntry): boolean =>
  (!kind || one.kind === kind) &&
  (!theme || one.themes.includes(theme)) &&
  (one.grade ?? low) >= low &&
  (!high || (one.grade ?? high) <= high);

/** How many puzzles of about the same grade the next one is picked from. */
const NEAR = 8;

/** Return a puzzle that is as hard as the solver is strong, and new where there is one; null where nothing suits. */
export function nextOf(puzzles: readonly PuzzleEntry[], wanted: Choice, but = "", random = Math.random): string | null {
  const found = puzzles.filter((one) => one.puzzle !== but && suits(wanted, one));
  const over = ends();
  const fresh = found.filter(({ puzzle }) => !over.has(puzzle));
  const rating = ratingOf(wanted.set)?.rating ?? middle(puzzles);
  const far = ({ grade }: PuzzleEntry): number => Math.abs((grade ?? rating) - rating);
  const near = (fresh.length ? fresh : found).sort((one, other) => far(one) - far(other));
  return near[Math.floor(random() * Math.min(NEAR, near.length))]?.puzzle ?? null;
}

/** The grade in the middle: where somebody begins of whom nothing is known. */
function middle(puzzles: readonly PuzzleEntry[]): number {
  const grades = puzzles.map(({ grade }) => grade ?? 0).sort((one, other) => one - other);
  return grades[Math.floor(grades.length / 2)] ?? 0;
}

/** Return the address of the next puzzle of a set, by what the reader chose last. */
export async function nextAddress(set: string, but = ""): Promise<string> {
  const last = choice();
  const wanted = last.set === set ? last : { set, kind: "", theme: "", low: 0, high: 0 };
  const puzzle = nextOf(await puzzlesOf(set), wanted, but);
  return puzzle ? `/puzzles/${puzzle}` : "/puzzles";
}
