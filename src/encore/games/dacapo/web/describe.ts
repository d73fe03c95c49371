/** Da Capo in words: squares and moves. */
import { t } from "$lib/i18n.svelte";
import { squaresOf } from "./squares";
import type { Pile, Sea } from "./types";
import { fishName, greatName } from "./words";

/** Return a square as a screen reader says it: "c3, red 12, can catch c5, pile of 3". */
export function squareLabel(square: string, pile: Pile | undefined): string {
  if (!pile) return t("dacapo.cell-empty", { cell: square });
  const said = [square, fishName(pile)];
  if (pile.catches.length) said.push(t("dacapo.can-catch-cells", { cells: pile.catches.join(", ") }));
  if (pile.height > 1) said.push(t("dacapo.pile-of-height", { height: pile.height }));
  if (pile.switches.length) said.push(t("dacapo.can-switch-with-cells", { cells: pile.switches.join(", ") }));
  return said.join(", ");
}

/** Return a move in words; the picture is of the sea before it, or after it. */
export function describe(move: string, picture: Sea): string {
  if (move.startsWith("deal:")) return t("dacapo.the-fish-are-dealt");
  const at = (square: string | undefined): Pile | undefined => picture.piles.find((pile) => pile.at === square);
  const [value, beside] = move.split("/");
  if (beside) return t("dacapo.fish-changes-places-with-cell", { fish: greatName(Number(value)), cell: beside });
  const [from = "", to = ""] = squaresOf(move, picture.piles, picture.turn) ?? [];
  const [catcher, caught] = [at(from), at(to)];
  if (catcher && caught) {
    return t("dacapo.fish-on-from-catches-prey-on-to", { fish: fishName(catcher), from, prey: fishName(caught), to });
  }
  return caught ? t("dacapo.fish-catches-on-to", { fish: fishName(caught), to }) : move;
}
