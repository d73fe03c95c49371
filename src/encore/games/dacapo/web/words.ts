/** Da Capo's nouns in the reader's language. */
import { t } from "$lib/i18n.svelte";
import type { Colour, Pile } from "./types";

/** A colour as the name of who plays it. */
export function playerName(colour: Colour): string {
  return {
    red: () => t("dacapo.colour-red"),
    purple: () => t("dacapo.colour-purple"),
    green: () => t("dacapo.colour-green"),
    yellow: () => t("dacapo.colour-yellow"),
  }[colour]();
}

function colourName(colour: Colour): string {
  return { red: () => t("dacapo.red"), purple: () => t("dacapo.purple"), green: () => t("dacapo.green"), yellow: () => t("dacapo.yellow") }[
    colour
  ]();
}

/** The fish that may switch, by their value. */
export const greatName = (value: number): string => (value === 16 ? t("dacapo.octopus") : t("dacapo.shark"));

/** Return "red 12" or "red 16 (Octopus)". */
export function fishName({ colour, value, kind }: Pile): string {
  const name = `${colourName(colour)} ${value}`;
  return kind === "fish" ? name : `${name} (${greatName(value)})`;
}
