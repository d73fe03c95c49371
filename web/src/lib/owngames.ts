/** The games of the person who is signed in, as the server keeps them. */
import { ask } from "./http";
import { dismissed, remember, running } from "./kept";
import type { OwnGames } from "./messages";

export type Phase = "running" | "finished";

/** Which games to list: of one game or of all, against one opponent or against all. */
export interface Wanted {
  phase: Phase;
  game: string;
  opponent: string;
  page: number;
}

/** Return a page of one's games. Running ones are remembered, so that the start page lists them too. */
export async function myGames(wanted: Wanted): Promise<OwnGames> {
  const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
  const answer = await ask<OwnGames>(`/api/me/games?${query}`);
  const known = new Set([...running().map(({ table }) => table), ...dismissed()]);
  const unknown = wanted.phase === "running" ? answer.games.filter(({ table }) => !known.has(table)) : [];
  for (const { table, game } of unknown.reverse()) remember({ table, game, names: [], invite: "", over: false });
  return answer;
}
