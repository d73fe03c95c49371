/** Dakapo's nouns in the reader's language. Whole phrases for each colour, since adjectives bend in some languages. */
import { language, t } from "$lib/i18n.svelte";
import type { Colour, Stone } from "./types";

export function colourName(colour: Colour): string {
  return {
    red: () => t("dakapo.colour-red"),
    yellow: () => t("dakapo.colour-yellow"),
    green: () => t("dakapo.colour-green"),
    blue: () => t("dakapo.colour-blue"),
  }[colour]();
}

export function notNow(colour: Colour): string {
  return {
    red: () => t("dakapo.not-red-this-turn"),
    yellow: () => t("dakapo.not-yellow-this-turn"),
    green: () => t("dakapo.not-green-this-turn"),
    blue: () => t("dakapo.not-blue-this-turn"),
  }[colour]();
}

export function stoneOn(cell: string, colour: Colour): string {
  return {
    red: () => t("dakapo.cell-red-stone", { cell }),
    yellow: () => t("dakapo.cell-yellow-stone", { cell }),
    green: () => t("dakapo.cell-green-stone", { cell }),
    blue: () => t("dakapo.cell-blue-stone", { cell }),
  }[colour]();
}

export function placed({ cell, colour, call }: Stone): string {
  const text = {
    red: () => t("dakapo.red-on-cell", { cell }),
    yellow: () => t("dakapo.yellow-on-cell", { cell }),
    green: () => t("dakapo.green-on-cell", { cell }),
    blue: () => t("dakapo.blue-on-cell", { cell }),
  }[colour]();
  return call ? `${text}, ${t("dakapo.with-a-call")}` : text;
}

/** "Red, Green or Blue". */
export function anyOf(colours: readonly Colour[]): string {
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(colours.map(colourName));
}
