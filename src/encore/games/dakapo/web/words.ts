/** Dakapo's phrases in the reader's language. */
import { language, t } from "$lib/i18n.svelte";
import type { Colour } from "./types";

export const colourName = (colour: Colour): string => t("dakapo.colour", { colour });

export const stoneOn = (cell: string, colour: Colour): string => t("dakapo.stone-on", { cell, colour });

/** "Red, Green or Blue". */
export function anyOf(colours: readonly Colour[]): string {
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(colours.map(colourName));
}
