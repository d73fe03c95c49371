/** Sounds, whose tones are loaded with the first of them. */
import { settings } from "./settings.svelte";
import type { Sound } from "./tones";

/** Play a sound as soon as there is time: drawing a move comes first. */
export const play = (sound: Sound): void => void setTimeout(() => playNow(sound));

function playNow(sound: Sound): void {
  if (settings.sound === "off" || !("AudioContext" in globalThis)) return;
  // Before the reader has touched the page a browser stays silent; tones of that time must not be heard later.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  // Where they do not come the page is silent.
  import("./tones").then(({ ringOut }) => ringOut(sound)).catch(() => undefined);
}
