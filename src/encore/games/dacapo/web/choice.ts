/** What a choice on the board means: a move to send, or another fish chosen. The server decides what is legal. */
import { middle } from "./squares";
import type { Pile, Sea } from "./types";

export type Choice = { move: string } | { chosen: string | null };

const pileAt = (sea: Sea, square: string | null): Pile | undefined => sea.piles.find((pile) => pile.at === square);

/** Return the move text of a switch between two fish of one colour; none where neither is an Octopus or a Shark. */
function switchText(one: Pile, other: Pile): string | null {
  const great = [one, other].filter((pile) => pile.kind !== "fish").sort((a, b) => b.value - a.value)[0];
  return great ? `${great.value}/${great === one ? other.at : one.at}` : null;
}

/** Return the switch of the Octopus or the Shark with whatever is on a square; the server says why it is wrong. */
function switchTo(fish: Pile, there: Pile | undefined, square: string): string {
  return (there?.colour === fish.colour && switchText(fish, there)) || `${fish.value}/${square}`;
}

/** Return what choosing a square means when another square may be chosen already. */
export function choose(sea: Sea, chosen: string | null, switching: boolean, square: string): Choice {
  const [fish, there] = [pileAt(sea, chosen), pileAt(sea, square)];
  if (square === chosen) return { chosen: null };
  if (switching && fish) return { move: switchTo(fish, there, square) };
  if (!there) return { chosen: null };
  if (!fish || fish.colour !== sea.turn || there.colour === fish.colour) return { chosen: square };
  return { move: `${fish.at}x${square}` };
}

/** Return the move that dropping one fish on a square tries; none for two small fish of one colour. */
export function drop(sea: Sea, from: string, to: string): string | null {
  const [fish, there] = [pileAt(sea, from), pileAt(sea, to)];
  if (!fish || from === to) return null;
  return there?.colour === fish.colour ? switchText(fish, there) : `${from}x${to}`;
}

/** Return why a fish can capture nothing: those of other colours that it can reach are higher, or there are none. */
export function whyIdle({ at, colour }: Pile, piles: Pile[]): "higher" | "none" {
  const here = middle(at, false);
  const nearest = new Map<string, { far: number; other: boolean }>();
  for (const pile of piles) {
    const there = middle(pile.at, false);
    const [right, down] = [there.x - here.x, there.y - here.y];
    const [far, way] = [Math.abs(right + down), `${Math.sign(right)} ${Math.sign(down)}`];
    if ((right && down) || far >= (nearest.get(way)?.far ?? Infinity)) continue;
    nearest.set(way, { far, other: pile.colour !== colour });
  }
  return [...nearest.values()].some(({ other }) => other) ? "higher" : "none";
}
