/** A position of Dakapo in words. */
import { t } from "$lib/i18n.svelte";
import type { Picture } from "./picture";
import type { Colour } from "./types";
import { colourName, stoneOn } from "./words";

/** From the top row to the bottom, each from left to right. */
const inOrder = (one: string, other: string): number => Number(other.slice(1)) - Number(one.slice(1)) || one.localeCompare(other);

/** Return every stone, the colour that is forbidden, and the stones that are left. */
export function read({ stones, forbidden, supply }: Picture): string[] {
  const cells = Object.keys(stones).sort(inOrder);
  const left = Object.entries(supply).map(([colour, count]) => `${colourName(colour as Colour)} ${count}`);
  return [
    ...cells.map((cell) => stoneOn(cell, stones[cell] as Colour)),
    ...(forbidden ? [t("dakapo.not-this-turn", { colour: forbidden })] : []),
    `${t("dakapo.stones-left")}: ${left.join(", ")}`,
  ];
}
