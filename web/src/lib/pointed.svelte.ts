/** Whose name the reader has chosen: what can be done about them is open there. */
import { t } from "./i18n.svelte";
import type { Full } from "./messages";
import type { Speaker } from "./muted.svelte";

export interface Pointed {
  who: Speaker | null;
  /** Open the window in which everybody can be chosen, instead of the menu of one. */
  whole?: boolean;
  /** The button that was pressed; the focus returns to it. */
  at: HTMLElement;
}

let pointed = $state.raw<Pointed | null>(null);

export const pointedAt = (): Pointed | null => pointed;

export function point(next: Pointed | null): void {
  pointed = next;
}

/** Tell whether something can be done about whoever sits at a seat: another person. */
export function isOther(full: Full, number: number): boolean {
  const chair = full.chairs[number];
  return !!chair?.taken && chair.kind !== "bot" && !full.you.includes(number);
}

/** Tell whether the reader has written something: the seat alone does not tell, others may have had it before. */
export const isOwn = (full: Full, { id, chair }: Speaker): boolean =>
  full.you.some((own) => (id ? full.chairs[own]?.id === id : own === chair));

/** Return whoever sits at a seat. */
export const sitter = (full: Full, chair: number): Speaker => ({ id: full.chairs[chair]?.id, name: full.chairs[chair]?.name, chair });

/** Return who has written something, with their seat if it is still theirs. */
export const author = (full: Full, { id, name, chair }: Speaker): Speaker =>
  chair !== undefined && (!id || full.chairs[Number(chair)]?.id === id) ? { id, name, chair } : { id, name };

/** Return how somebody who has written is called; all who watch without a name are called by the same word. */
export const speakerName = ({ chair, name }: Speaker): string =>
  chair === undefined && name === "watcher" ? t("page.spectator") : String(name || t("page.player-left"));
