/** What the screen reader is told when something happens elsewhere than at the focus. */
import { untrack } from "svelte";

const state = $state({ text: "", turn: false });

/** Two regions take turns, so that the same words twice are said twice. */
export const spoken = (): [string, string] => (state.turn ? [state.text, ""] : ["", state.text]);

export function announce(text: string): void {
  state.text = text;
  // Whoever announces in an effect must not wake up again by their own words.
  state.turn = untrack(() => !state.turn);
}
