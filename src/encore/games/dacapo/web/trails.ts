/** The recent turns on the board: which fish went where, and in what order. */
import type { Turn } from "$lib/turns";
import { squaresOf, switchOf } from "./squares";
import type { Colour, Pile, Sea } from "./types";

export interface Trail {
  kind: "capture" | "switch";
  /** The place of its turn among the recent ones, and how many these are. */
  number: number;
  of: number;
  colour: Colour;
  /** Null where nobody saw which square the Octopus or the Shark left. */
  from: string | null;
  to: string;
}

/** What is shown: after the end of a round, its last position instead of the next deal. */
export interface Shown {
  piles: Pile[];
  round: number | undefined;
  /** The round is over. */
  ended: boolean;
}

/**
 * Return the trails of the turns in the round that is shown. Whoever plays alone makes all moves, and whoever can no longer
 * capture sees many at the end of a round: then only the last one is shown.
 */
export function trailsOf(turns: readonly Turn[], picture: Sea, shown: Shown): Trail[] {
  const recent = picture.colours || shown.ended ? turns.slice(-1).map((turn) => ({ ...turn, moves: turn.moves.slice(-1) })) : turns;
  const trails = recent.flatMap(({ seat, moves }, index) =>
    moves.flatMap(({ move, before }) => {
      const sea = before as Sea | null;
      const found = sea && sea.round !== shown.round ? null : trailOf(move, sea, shown.piles);
      const colour = sea?.turn ?? picture.seats?.[seat]?.colour ?? shown.piles.find(({ at }) => at === found?.to)?.colour;
      return found && colour ? [{ ...found, colour, number: index + 1, of: 0 }] : [];
    }),
  );
  return renumbered(trails);
}

/** A capture leaves its square empty until the next deal; a switch leaves no such sign. */
function trailOf(move: string, before: Sea | null, piles: Pile[]): Pick<Trail, "kind" | "from" | "to"> | null {
  const pileAt = (square: string): Pile | undefined => piles.find(({ at }) => at === square);
  const switched = switchOf(move);
  if (switched) {
    const squares = before && squaresOf(move, before.piles, before.turn);
    if (squares) return { kind: "switch", from: squares[0], to: squares[1] };
    return pileAt(switched.to)?.value === switched.value ? { kind: "switch", from: null, to: switched.to } : null;
  }
  const [from, to] = squaresOf(move, piles, null) ?? [];
  return from && to && piles.length && !pileAt(from) ? { kind: "capture", from, to } : null;
}

/** Count only the turns that are still to be seen. */
function renumbered(trails: Trail[]): Trail[] {
  const numbers = [...new Set(trails.map(({ number }) => number))];
  return trails.map((trail) => ({ ...trail, number: numbers.indexOf(trail.number) + 1, of: numbers.length }));
}
