/** How a game ended, in words. */
import { listed, say, t } from "./i18n.svelte";
import type { End, Full } from "./messages";
import { chairNames } from "./words";

/** Return which of the players have won. */
export function winnersText(players: readonly string[], winners: readonly number[]): string {
  if (players.length === 1) return winners.length ? t("page.solved") : t("page.not-solved-this-time");
  if (!winners.length) return t("page.a-draw");
  const names = listed(winners.map((one) => players[one] ?? ""));
  return winners.length === 1 ? t("page.name-wins", { name: names }) : t("page.names-win-together", { names });
}

/** Return who has won, as the reader sees it; a reader who has lost is told that alone, and `lostTo` says who has won. */
export function resultText(full: Full, end: End): string {
  const { you, chairs, players } = full;
  const { winners, reason, ranks } = end;
  // When the last person has left, nobody is there to have won.
  if (ranks && !winners.length && reason !== "rules" && reason !== "agreed") return t("votes.nobody-wins");
  if (hasLost(full, end)) return t("page.you-lost");
  const mine = players > 1 && winners.length === 1 && you.length === 1 && winners[0] === you[0];
  return mine ? t("page.you-win") : winnersText(chairNames(chairs), winners);
}

/** Return who has won, where the reader has lost; empty elsewhere. */
export const lostTo = (full: Full, end: End): string => (hasLost(full, end) ? winnersText(chairNames(full.chairs), end.winners) : "");

/** Whoever watches, shares a screen or plays alone has not lost against somebody. */
const hasLost = ({ you, players }: Full, { winners }: End): boolean =>
  players > 1 && winners.length > 0 && you.length === 1 && !winners.some((chair) => you.includes(chair));

/** Return why it ended. */
export function endReason({ reason, why, fact }: End): string {
  if (reason === "resigned") return t("page.by-resignation");
  if (reason === "agreed") return say(fact) || t("page.by-agreement");
  if (reason === "time") return t("page.on-time");
  if (reason === "abandoned") return t("page.because-a-player-left");
  return say(fact, why);
}
