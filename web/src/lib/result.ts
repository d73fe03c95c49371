/** How a game ended, in words. */
import { listed, say, t } from "./i18n.svelte";
import type { End, Full } from "./messages";
import { chairName } from "./words";

/** Return who has won, as the reader sees it. */
export function resultText({ you, chairs, players }: Full, { winners }: End): string {
  const mine = you.length === 1 && winners.includes(you[0] ?? -1);
  if (players === 1) return winners.length ? t("page.solved") : t("page.not-solved-this-time");
  if (!winners.length) return t("page.a-draw");
  if (mine && winners.length === 1) return t("page.you-win");
  const names = listed(winners.map((chair) => chairName(chairs, chair)));
  return winners.length === 1 ? t("page.name-wins", { name: names }) : t("page.names-win-together", { names });
}

/** Return why it ended. */
export function endReason({ reason, why, fact }: End): string {
  if (reason === "resigned") return t("page.by-resignation");
  if (reason === "agreed") return t("page.by-agreement");
  if (reason === "time") return t("page.on-time");
  if (reason === "abandoned") return t("page.because-a-player-left");
  return say(fact, why);
}
