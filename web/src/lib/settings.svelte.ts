/** How the reader wants the page: kept in the browser, and written on <html> for the style sheet. */
import { isObject, keep, recall } from "./kept";

export type Pace = "slow" | "normal" | "fast" | "off";

/** Milliseconds for which a move, also an own one, is shown before the next move of another player. */
export const PACES: Record<Pace, number> = { slow: 1400, normal: 800, fast: 600, off: 0 };

export interface Settings {
  theme: "system" | "light" | "dark";
  contrast: "system" | "more";
  motion: "system" | "off";
  text: "normal" | "large" | "huge";
  sound: "on" | "off";
  /** How fast the moves of others are shown one after the other. */
  pace: Pace;
  /** Whether lists of moves show the notation beside the words. */
  notation: "on" | "off";
}

const CHOICES: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ["system", "light", "dark"],
  contrast: ["system", "more"],
  motion: ["system", "off"],
  text: ["normal", "large", "huge"],
  sound: ["on", "off"],
  pace: Object.keys(PACES) as Pace[],
  notation: ["on", "off"],
};
const DEFAULTS: Settings = {
  theme: "system",
  contrast: "system",
  motion: "system",
  text: "normal",
  sound: "on",
  pace: "normal",
  notation: "off",
};

export const settings = $state<Settings>({ ...DEFAULTS });

function write(): void {
  const { theme, contrast, motion, text } = settings;
  Object.assign(document.documentElement.dataset, { theme, contrast, motion, text });
}

export function startSettings(): void {
  const kept: Record<string, unknown> = recall("settings", isObject, {});
  const known = Object.entries(CHOICES).filter(([name, choices]) => choices.some((choice) => choice === kept[name]));
  Object.assign(settings, Object.fromEntries(known.map(([name]) => [name, kept[name]])));
  write();
}

export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  keep("settings", { ...settings });
  write();
}

/** Tell whether things may move on their own. */
export const moving = (): boolean => settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
