/** The animation of a new stone; none if the reader has turned motion off. */
import { backOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { moving } from "$lib/settings.svelte";

export function drop(_node: Element): TransitionConfig {
  return {
    duration: moving() ? 280 : 0,
    easing: backOut,
    css: (at) => `transform: scale(${1.6 - 0.6 * at}); opacity: ${Math.min(1, 2 * at)}`,
  };
}
