/** How a game ended, in words. */
import { language, t, tr } from "./i18n.svelte";
import type { End, Full } from "./messages";
import { chairName, listed } from "./words";

/** Return who has won, as the reader sees it. */
export function resultText({ you, chairs, players }: Full, { winners }: End): string {
  const mine = you.length === 1 && winners.includes(you[0] ?? -1);
  if (players === 1) return winners.length ? t("Solved!") : t("Not solved this time");
  if (!winners.length) return t("A draw");
  if (mine && winners.length === 1) return t("You win!");
  const names = listed(winners.map((chair) => chairName(chairs[chair], chair)), language());
  return winners.length === 1 ? t("{name} wins", { name: names }) : t("{names} win together", { names });
}

/** Return why it ended. */
export function endReason({ reason, why }: End): string {
  if (reason === "resigned") return t("by resignation");
  if (reason === "agreed") return t("by agreement");
  if (reason === "time") return t("on time");
  if (reason === "abandoned") return t("because somebody has gone");
  return tr(why ?? "");
}
