/** What has happened since the reader's own last turn. */
import type { Picture } from "./board";
import type { Fact, Full } from "./messages";

export interface Made {
  move: string;
  /** The picture before the move, where it was seen to happen. */
  before: Picture | null;
  /** The move in words; null where the server has not told yet. */
  told: Fact | null;
}

export interface Turn {
  /** The seat that moved; -1 outside a game. */
  seat: number;
  moves: Made[];
}

/** Return a turn with a single move, for boards outside a game. */
export const turnOf = (move: string | null): Turn[] => (move ? [{ seat: -1, moves: [{ move, before: null, told: null }] }] : []);

/** Return every turn of a game. */
function turnsOf(full: Full, befores: readonly (Picture | undefined)[], told: readonly (Fact | null | undefined)[]): Turn[] {
  const turns: Turn[] = [];
  full.moves.forEach((move, at) => {
    const mover = full.movers[at] ?? -1;
    if (!move || mover < 0) return;
    const seat = (mover - full.first + full.players) % full.players;
    if (turns.at(-1)?.seat !== seat) turns.push({ seat, moves: [] });
    turns.at(-1)?.moves.push({ move, before: befores[at] ?? null, told: told[at] ?? null });
  });
  return turns;
}

/**
 * Return the turns since the reader's own last one, oldest first; after an own turn, that one.
 *
 * Whoever watches, or shares the screen with others, sees those since the last turn of the player to move.
 */
export function recentTurns(full: Full, befores: readonly (Picture | undefined)[], told: readonly (Fact | null | undefined)[]): Turn[] {
  const turns = turnsOf(full, befores, told);
  const chair = full.you.length === 1 ? full.you[0] : full.to_move;
  const seat = chair == null ? turns.at(-1)?.seat : (chair - full.first + full.players) % full.players;
  const since = turns.slice(turns.findLastIndex((turn) => turn.seat === seat) + 1);
  return since.length ? since.slice(1 - Math.max(2, full.players)) : turns.slice(-1);
}
