/** How a stone comes onto the board, where the reader wants things to move. */
import { backOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

const wanted = (): boolean =>
  document.documentElement.dataset["motion"] !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export function drop(_node: Element): TransitionConfig {
  return {
    duration: wanted() ? 280 : 0,
    easing: backOut,
    css: (at) => `transform: scale(${1.6 - 0.6 * at}); opacity: ${Math.min(1, 2 * at)}`,
  };
}
