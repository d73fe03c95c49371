/** Dakapo's nouns in the reader's language. Whole phrases for each colour, since adjectives bend in some languages. */
import { language, t } from "$lib/i18n.svelte";
import type { Colour, Stone } from "./types";

export function colourName(colour: Colour): string {
  return { red: () => t("Red"), yellow: () => t("Yellow"), green: () => t("Green"), blue: () => t("Blue") }[colour]();
}

export function notNow(colour: Colour): string {
  return {
    red: () => t("Not red this turn"),
    yellow: () => t("Not yellow this turn"),
    green: () => t("Not green this turn"),
    blue: () => t("Not blue this turn"),
  }[colour]();
}

export function stoneOn(cell: string, colour: Colour): string {
  return {
    red: () => t("{cell}, red stone", { cell }),
    yellow: () => t("{cell}, yellow stone", { cell }),
    green: () => t("{cell}, green stone", { cell }),
    blue: () => t("{cell}, blue stone", { cell }),
  }[colour]();
}

export function placed({ cell, colour, call }: Stone): string {
  const text = {
    red: () => t("red on {cell}", { cell }),
    yellow: () => t("yellow on {cell}", { cell }),
    green: () => t("green on {cell}", { cell }),
    blue: () => t("blue on {cell}", { cell }),
  }[colour]();
  return call ? `${text}, ${t("with a call")}` : text;
}

/** "Red, Green or Blue". */
export function anyOf(colours: readonly Colour[]): string {
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(colours.map(colourName));
}
