/** The moves after which a game alone was lost by proof. */
import { fits, type Analyst } from "./analyst";
import type { Found, Reached } from "./messages";
import type { Result } from "./solved";

/** The lines that are kept, and looked at: each takes the server a while. */
const MOST_LINES = 16;

/** The part of a result that tells of the lines that were left. */
type Left = Pick<Result, "left" | "forgotten">;

/** Add a line to those that were left: one that goes on from another takes its place, and the latest are kept. */
export function leave({ left = [], forgotten = 0 }: Left, line: readonly string[]): Left {
  const lines = joined(left, line.join(" "));
  return { left: lines.slice(-MOST_LINES), forgotten: forgotten + Math.max(0, lines.length - MOST_LINES) };
}

/** Return lines with another one, without those that another line begins with. */
function joined(lines: readonly string[], line: string): string[] {
  const begins = (one: string, other: string): boolean => `${other} `.startsWith(`${one} `);
  if (!line || lines.some((other) => begins(line, other))) return [...lines];
  return [...lines.filter((other) => !begins(other, line)), line];
}

/** Ask whether a position is lost by proof; what cannot be proved in time is not. Raises Failed where nobody can be asked. */
async function isLost(analyst: Analyst, at: Reached, seat: number): Promise<boolean> {
  const enough = new AbortController();
  let found: Found | null = null;
  const told = (so: { t: string; found?: Found }): void => {
    found = so.found ?? found;
    if (found?.proved) enough.abort(); // a proof is final: nothing better is to come
  };
  const last = await analyst.ask<"lines">({ t: "lines", at, most: 1 }, told, enough.signal).catch((error) => {
    if (!enough.signal.aborted) throw error;
    return null;
  });
  const known = last?.found ?? (found as Found | null);
  return !!known?.proved && known.chances[seat] === 0;
}

/**
 * Return how many moves of a line had been made when it was lost; null if that is not proved.
 *
 * What is lost stays lost, so a search by halves asks about few of the positions.
 */
export async function lostAfter(analyst: Analyst, start: Reached, line: readonly string[], seat: number): Promise<number | null> {
  const lost = (count: number): Promise<boolean> => isLost(analyst, { ...start, moves: line.slice(0, count) }, seat);
  if (!(await lost(line.length))) return null;
  let [open, over] = [0, line.length];
  while (over - open > 1) {
    const middle = (open + over) >> 1;
    if (await lost(middle)) over = middle;
    else open = middle;
  }
  return over;
}

/** Lines up to the moves that lost them, and how many lines nobody looked at. */
export interface Lost {
  lines: string[][];
  unseen: number;
}

/** Return where a game alone was lost, in its last line and in those that were left. */
export async function findLost(analyst: Analyst, start: Reached, result: Result, seat: number): Promise<Lost> {
  const found: Lost = { lines: [], unseen: result.forgotten ?? 0 };
  for (const written of joined(result.left ?? [], (result.line ?? []).join(" "))) {
    const line = written.split(" ");
    // Where it goes on from a lost position, that one is known.
    if (found.lines.some((lost) => lost.every((move, at) => move === line[at]))) continue;
    const number = fits(line) ? await lostAfter(analyst, start, line, seat).catch(() => undefined) : undefined;
    if (number) found.lines.push(line.slice(0, number));
    else if (number === undefined) found.unseen++;
  }
  return found;
}
