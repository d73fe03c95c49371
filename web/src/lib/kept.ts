/** What the browser remembers from one visit to the next. */
import type { Full } from "./messages";

/** Others may be served at the same address, and keep what they like. */
const OURS = "encore.";

export const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isListOf = <T>(value: unknown, fits: (one: unknown) => one is T): value is T[] => Array.isArray(value) && value.every(fits);

/** Return what was kept; what does not fit was written by somebody else, or by another version of this page. */
export function recall<T, F>(key: string, fits: (value: unknown) => value is T, fallback: F): T | F {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(OURS + key) ?? "null");
    return fits(value) ? value : fallback;
  } catch {
    return fallback; // no JSON, or nothing may be kept here
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(OURS + key, JSON.stringify(value));
  } catch {
    // A private window: the game goes on without memory.
  }
}

/** Tell whether somebody of this browser has played or solved something before. */
export const beenHere = (): boolean => ["tables", "finished", "puzzles"].some((key) => recall(key, (value) => value !== null, null));

/** The name of the person who is signed in here; empty for nobody. */
export const personName = (): string => recall("person", isText, "");

/** The table that is shown, for whoever keeps it for the time without a network. */
export const shown: { full?: Full | undefined } = {};

/** A table at which somebody of this browser sits. */
export interface Running {
  table: string;
  game: string;
  names: string[];
  /** Lets others in: the opener was told, and whoever came by it has it from the link. */
  invite: string;
  /** The game has ended; another may begin at the same table. */
  over: boolean;
}

const TABLES = "tables";
const DISMISSED = "dismissed";
/** Tables that are kept, as long as one of them is over. */
const MOST = 12;
const MANY = 100;

const isRunning = (one: unknown): one is Running =>
  isObject(one) && [one.table, one.game, one.invite].every(isText) && isListOf(one.names, isText) && typeof one.over === "boolean";

export const running = (): Running[] => recall(TABLES, (value) => isListOf(value, isRunning), []);

/** Keep a table in the list; one that was dismissed is back. */
export function remember(one: Running): void {
  keep(
    DISMISSED,
    dismissed().filter((table) => table !== one.table),
  );
  const [before, others] = [running().find(({ table }) => table === one.table), running().filter(({ table }) => table !== one.table)];
  write([{ ...one, invite: one.invite || (before?.invite ?? "") }, ...others]);
}

/** Note whether the game at a table is over. */
export const mark = (table: string, over: boolean): void => write(running().map((one) => (one.table === table ? { ...one, over } : one)));

export const forget = (table: string): void => write(running().filter((one) => one.table !== table));

/** Take a table off the list, and leave it off where the server tells of the games of a person. */
export function dismiss(table: string): void {
  forget(table);
  keep(DISMISSED, [table, ...dismissed()].slice(0, MANY));
}

export const dismissed = (): string[] => recall(DISMISSED, (value) => isListOf(value, isText), []);

/** Keep the newest; what is over makes room for what is played. */
function write(tables: Running[]): void {
  const room = MOST - tables.filter(({ over }) => !over).length;
  let over = 0;
  keep(TABLES, tables.filter((one) => !one.over || ++over <= room).slice(0, MANY));
}

/** A game that somebody of this browser has finished. */
export interface Finished {
  table: string;
  /** Which game of the table it was. */
  number: number;
  game: string;
  names: string[];
  /** Which of them won; earlier versions did not keep it. */
  winners?: number[];
  /** When it was over, in milliseconds. */
  at: number;
}

const FINISHED = "finished";
const LATEST = 20;

const isFinished = (one: unknown): one is Finished =>
  isObject(one) &&
  [one.table, one.game].every(isText) &&
  [one.number, one.at].every(isNumber) &&
  isListOf(one.names, isText) &&
  (one.winners === undefined || isListOf(one.winners, isNumber));

/** Return the finished games, the latest first. */
export const finished = (): Finished[] => recall(FINISHED, (value) => isListOf(value, isFinished), []);

const isGame =
  (table: string, number: number) =>
  (one: Finished): boolean =>
    one.table === table && one.number === number;

/** Keep a finished game; one that is known keeps its date. */
export function finish(one: Finished): void {
  if (!finished().some(isGame(one.table, one.number))) keep(FINISHED, [one, ...finished()].slice(0, LATEST));
}

export function forgetFinished(table: string, number: number): void {
  const isIt = isGame(table, number);
  keep(
    FINISHED,
    finished().filter((one) => !isIt(one)),
  );
}
