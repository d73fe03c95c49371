/** Squares in words, and what the page asks about a move. */
import { t } from "$lib/i18n.svelte";
import { switchOf } from "./squares";
import type { Trail } from "./trails";
import type { Pile } from "./types";
import { capturing } from "./words";

/** Return a square as a screen reader says it: "c3, red 12, pile of 3, can capture c5", and what happened there. */
export function squareLabel(square: string, pile: Pile | undefined, notes: string[]): string {
  return [pile ? pileLabel(square, pile) : t("dacapo.square-empty", { cell: square }), ...notes].join(", ");
}

function pileLabel(square: string, pile: Pile): string {
  const { height, switches } = pile;
  return t("dacapo.square", {
    cell: square,
    height,
    switches: switches.length,
    partners: switches.join(", "),
    ...capturing(pile),
  });
}

/** Return which of the recent turns began or ended on a square. */
export function trailNotes(square: string, trails: readonly Trail[]): string[] {
  return trails
    .filter(({ from, to }) => square === from || square === to)
    .map(({ kind, from, number, of }) => {
      const part = kind === "switch" ? "switch" : square === from ? "from" : "to";
      return t("dacapo.note-trail", { part, number, count: of });
    });
}

/** Return what a hint says about a square. */
export function hintNotes(square: string, hint: string | null, squares: [string, string] | null): string[] {
  if (!hint || !squares?.includes(square)) return [];
  const part = switchOf(hint) ? "switch" : square === squares[0] ? "from" : "to";
  return [t("dacapo.note-hint", { part })];
}

/** The squares of a move, as it is written. */
export const cells = (move: string): string[] => (move.startsWith("deal:") ? [] : (move.match(/[a-f][1-6]/g) ?? []));

/** Every round begins with a deal. */
export const round = (move: string, number: number): string =>
  move.startsWith("deal:") ? t("dacapo.progress", { round: number, rounds: 0, target: 0 }) : "";

/** A capture is written with an x. */
export const sound = (move: string): "place" | "capture" => (move.includes("x") ? "capture" : "place");
