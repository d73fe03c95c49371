/** The arguments that texts need for a fish, and names in the reader's language. */
import { t, type Values } from "$lib/i18n.svelte";
import type { Colour, Pile, Sea } from "./types";

/** Return the name of the player of a colour. */
export const playerName = (colour: Colour): string => t("dacapo.player", { colour });

/** Return who plays a colour, or the colour where nobody does, as in a lesson. */
export function personOf(colour: Colour, picture: Sea, names: readonly string[]): string {
  const seat = picture.seats?.findIndex((each) => each.colour === colour) ?? -1;
  return names[seat] ?? playerName(colour);
}

/** Return the name of the Octopus (16) or the Shark (15). */
export const greatName = (value: number): string => t("dacapo.great-fish", { value });

/** Return what a text needs to name the fish and what it can capture. */
export function capturing({ colour, value, catches }: Pile): Values {
  return { colour, value, captures: catches.length, cells: catches.join(", ") };
}
