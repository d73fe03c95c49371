/** The move after which a game alone was lost by proof. */
import type { Analyst } from "./analyst";
import type { Found, Reached } from "./messages";

/** Ask whether a position is lost by proof; what cannot be proved in time is not. */
async function isLost(analyst: Analyst, at: Reached, seat: number): Promise<boolean> {
  const enough = new AbortController();
  let found: Found | null = null;
  const told = (so: { t: string; found?: Found }): void => {
    found = so.found ?? found;
    if (found?.proved) enough.abort(); // a proof is final: nothing better is to come
  };
  const last = await analyst.ask<"lines">({ t: "lines", at, most: 1 }, told, enough.signal).catch(() => null);
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
