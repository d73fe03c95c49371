/** Days and moments, as the reader's language writes them. */
import { language } from "./i18n.svelte";

/** Return a day, such as 18 Nov 2026. */
export const dayOf = (at: number): string => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);

/** Return a day and the time. */
export const momentOf = (at: number): string => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Return how far away a moment is, such as "in 2 days". */
export function awayOf(at: number, now: number): string {
  const [unit, length] = UNITS.find(([, length]) => at - now >= length) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(language()).format(Math.floor((at - now) / length), unit);
}

/** Return how long something takes, such as "2 minutes". */
export function lengthOf(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds * 1000 >= length) ?? UNITS[2];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(
    (seconds * 1000) / length,
  );
}
