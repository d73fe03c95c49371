/** What this browser remembers of whoever solves puzzles here: results, ratings, days in a row. */
import { isListOf, isObject, isText, keep, recall } from "./kept";

/** How a puzzle went. */
export interface Result {
  /** Wrong moves; of a game alone, undone ones. */
  wrong: number;
  /** Empty as long as it is not over; else whether it was solved, or the answer shown. */
  end: "" | "solved" | "shown";
  /** Of a game alone: how long it took so far, and its moves. */
  seconds?: number;
  line?: string[];
  /** Lines of a game alone that were left by undoing moves, the moves of each with a space between, the latest last. */
  left?: string[];
  /** How many such lines were too many to be kept. */
  forgotten?: number;
  /** The server has counted it. */
  sent?: boolean;
}

export interface Rating {
  rating: number;
  /** How many puzzles it comes from. */
  count: number;
}

interface Memory {
  version: typeof VERSION;
  /** By puzzle, and of dailies by day and puzzle; the oldest first. */
  results: Record<string, Result>;
  /** By set. */
  ratings: Record<string, Rating>;
  /** The days of which a daily was solved on that day. */
  days: string[];
  /** A random name for the counts of dailies. */
  who: string;
}

const KEY = "puzzles";
const VERSION = 1;
const MOST_RESULTS = 3000;
const MOST_DAYS = 1000;

const isCount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const isResult = (value: unknown): value is Result =>
  isObject(value) &&
  isCount(value.wrong) &&
  ["", "solved", "shown"].includes(value.end as string) &&
  (value.seconds === undefined || isCount(value.seconds)) &&
  (value.line === undefined || isListOf(value.line, isText)) &&
  (value.left === undefined || isListOf(value.left, isText)) &&
  (value.forgotten === undefined || isCount(value.forgotten));
const isRating = (value: unknown): value is Rating => isObject(value) && Number.isFinite(value.rating) && isCount(value.count);
const isDay = (value: unknown): value is string => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value);
/** What the server takes for a secret. */
const isName = (value: unknown): value is string => isText(value) && /^[0-9a-f]{32,64}$/.test(value);

/** Return the entries that fit: one that is damaged costs no other. */
const fitting = <T>(value: unknown, fits: (one: unknown) => one is T): Record<string, T> =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, T] => fits(entry[1])));

function memory(): Memory {
  const found: Record<string, unknown> = recall(KEY, isObject, {});
  const kept = found.version === VERSION ? found : {};
  return {
    version: VERSION,
    results: fitting(kept.results, isResult),
    ratings: fitting(kept.ratings, isRating),
    days: Array.isArray(kept.days) ? kept.days.filter(isDay) : [],
    who: isName(kept.who) ? kept.who : newName(),
  };
}

const newName = (): string => crypto.randomUUID().replaceAll("-", "");

const idOf = (puzzle: string, day?: string): string => (day ? `${day}/${puzzle}` : puzzle);

/** Return how a puzzle went, of a day where it was solved as the daily; null where it was never tried. */
export const resultOf = (puzzle: string, day?: string): Result | null => memory().results[idOf(puzzle, day)] ?? null;

/** Return the puzzles that were ever over, by themselves or as a daily, and whether one was solved or only its answer shown. */
export function ends(): Map<string, "solved" | "shown"> {
  const found = new Map<string, "solved" | "shown">();
  for (const [id, { end }] of Object.entries(memory().results)) {
    const puzzle = id.slice(id.indexOf("/") + 1);
    if (end && found.get(puzzle) !== "solved") found.set(puzzle, end);
  }
  return found;
}

/** Keep how a puzzle goes. */
export function keepResult(result: Result, puzzle: string, day?: string): void {
  const kept = memory();
  const id = idOf(puzzle, day);
  const others = Object.entries(kept.results).filter(([other]) => other !== id);
  keep(KEY, { ...kept, results: Object.fromEntries([...others, [id, result]].slice(-MOST_RESULTS)) });
}

export const ratingOf = (set: string): Rating | null => memory().ratings[set] ?? null;

/** How much a result changes a rating: much as long as little is known. */
const changeOf = (count: number): number => Math.max(24, 120 / (1 + count / 4));

/** Return a rating after a puzzle: as Elo, where the puzzle is the opponent. */
export function rated({ rating, count }: Rating, grade: number, solved: boolean): Rating {
  const expected = 1 / (1 + 10 ** ((grade - rating) / 400));
  return { rating: Math.round(rating + changeOf(count) * (Number(solved) - expected)), count: count + 1 };
}

/** Count the first try of a puzzle; whoever has moved wrongly before, as a daily or otherwise, has had it. */
export function rate(set: string, puzzle: string, grade: number, solved: boolean): void {
  const kept = memory();
  if (Object.entries(kept.results).some(([id, { wrong, end }]) => id.endsWith(puzzle) && (wrong > 0 || end))) return;
  keep(KEY, { ...kept, ratings: { ...kept.ratings, [set]: rated(kept.ratings[set] ?? { rating: grade, count: 0 }, grade, solved) } });
}

/** Return how many dailies of each day were solved, on that day or later. */
export function solvedByDay(): Map<string, number> {
  const found = new Map<string, number>();
  for (const [id, { end }] of Object.entries(memory().results)) {
    const [day = "", puzzle] = id.split("/");
    if (puzzle && end === "solved") found.set(day, (found.get(day) ?? 0) + 1);
  }
  return found;
}

/** Note that a daily was solved on its day. */
export function keepDay(day: string): void {
  const kept = memory();
  if (!kept.days.includes(day)) keep(KEY, { ...kept, days: [...kept.days, day].sort().slice(-MOST_DAYS) });
}

/** Return the day (UTC) at a moment in milliseconds. */
export const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Return the day before one, both as 2026-11-18. */
export const dayBefore = (day: string): string => dayAt(Date.parse(day) - 86_400_000);

/** Return how many days in a row had a daily solved, up to today; the streak of yesterday goes on until the day is over. */
export function streak(today: string, days: readonly string[] = memory().days): number {
  let day = days.includes(today) ? today : dayBefore(today);
  let count = 0;
  for (; days.includes(day); day = dayBefore(day)) count++;
  return count;
}

/** Return the random name under which dailies are counted. */
export function who(): string {
  const kept = memory();
  keep(KEY, kept);
  return kept.who;
}

/** Return the number of tries as the server counts them: 0 for an answer that was shown, 6 for six and more. */
export const triesOf = ({ wrong, end }: Result): number => (end === "solved" ? Math.min(6, wrong + 1) : 0);
