/** A table before its game, in words: its clock, the options, and who sits where. */
import { named, t } from "./i18n.svelte";
import type { Sitting, Timing } from "./messages";
import { botLabel, chairName, sentence } from "./words";

/** Return how a clock is called. */
export function timingName({ kind = "none", main = 0, increment = 0, days = 0 }: Timing): string {
  if (kind === "live") return t("page.minutes-min-seconds-s", { minutes: main / 60, seconds: increment });
  if (kind === "days") return t("page.days-a-move", { days });
  return t("page.no-clock");
}

const optionId = (name: string): string => `option-${name.replaceAll("_", "-")}`;

/** Return how an option of a game is called; empty where its game does not say. */
export const optionName = (game: string, name: string): string => named(game, optionId(name), "");

/** Return what a value of an option means: each word has a text of its own, and a number has its unit. */
export function optionValue(game: string, name: string, value: string | number): string {
  const id = typeof value === "number" ? "value" : value;
  return named(game, `${optionId(name)}-${id}`, String(value), { count: Number(value) });
}

/** Return all that is agreed on at a table: one line for each option. */
export const agreedLines = (game: string, options: Record<string, string | number>): string[] =>
  Object.entries(options).map(([name, value]) =>
    t("page.option-value", { option: sentence(optionName(game, name) || name), value: optionValue(game, name, value) }),
  );

/** Return what stands at a chair: its name and, of a bot, the level. */
export function chairLabel(chairs: readonly Sitting[], number: number): string {
  const chair = chairs[number];
  return chair?.kind === "bot" ? botLabel(chair.bot ?? "", number) : chairName(chairs, number);
}
