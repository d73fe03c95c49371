/** What the screen reader is told when something happens elsewhere than at the focus. */

const state = $state({ text: "", turn: false });

/** Two regions take turns, so that the same words twice are said twice. */
export const spoken = (): [string, string] => (state.turn ? [state.text, ""] : ["", state.text]);

export function announce(text: string): void {
  state.text = text;
  state.turn = !state.turn;
}
