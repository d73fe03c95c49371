/** A position of Da Capo in words. */
import { t } from "$lib/i18n.svelte";
import { squareLabel } from "./describe";
import type { Picture, ShownPile } from "./picture";
import { playerName } from "./words";

/** From the top row to the bottom, each from left to right. */
const inOrder = (one: ShownPile, other: ShownPile): number =>
  Number(other.at.slice(1)) - Number(one.at.slice(1)) || one.at.localeCompare(other.at);

/** Return every pile with what it can capture, then who plays in which order, or what each seat has. */
export function read({ piles, colours = [], seats = [] }: Picture): string[] {
  return [
    ...[...piles].sort(inOrder).map((pile) => squareLabel(pile.at, pile, [])),
    ...colours.map(({ colour, piles }) => `${playerName(colour)}: ${t("dacapo.pile-count", { count: piles })}`),
    ...seats.map(({ colour, score }) => `${playerName(colour)}: ${t("dacapo.score", { count: score })}`),
  ];
}
