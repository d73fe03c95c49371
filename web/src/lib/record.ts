/** A record: read from a text or a link, saved as a file, and the names in it. */
import { download } from "./download";
import { ask, own } from "./http";
import { t, useGameTexts } from "./i18n.svelte";
import type { Replay } from "./messages";
import { unpack } from "./packed";

/** Let the server replay a record. What the rules have against it is told in the words of its game. */
export async function readRecord(record: string): Promise<Replay> {
  const game = /^\s*\[Game "(\w+)"\]/m.exec(record)?.[1];
  try {
    return await ask<Replay>("/api/replay", { record });
  } catch (error) {
    if (game) await useGameTexts(game).catch(() => undefined);
    throw error;
  }
}

/** Return the record that a link holds. */
export const recordIn = (packed: string): Promise<string> =>
  unpack(packed).catch(() => {
    throw own(400, "analysis.link-without-record");
  });

export const saveRecord = (game: string, record: string): void => download(`${game}.txt`, record);

/** Return the seats that have won; if the players ended the game, or one of them left it, the record says which. */
export function winnersOf({ winners, tags }: Replay): readonly number[] {
  if (winners?.length && tags.Ranks) return tags.Ranks.split(",").flatMap((rank, seat) => (rank === "1" ? [seat] : []));
  return winners ?? [...(tags.Result ?? "").matchAll(/\d+/g)].map(([seat]) => Number(seat) - 1);
}

/** What happened to a seat after some moves: its player left or returned, or a bot took it. */
export interface Change {
  after: number;
  seat: number;
  what: string;
}

/** Return who left a game, which bots played on, and who returned. */
export const changesOf = ({ tags }: Replay): Change[] =>
  [...(tags.Changes ?? "").matchAll(/(\d+) (\d+) ([^;]+)/g)].map(([, after, seat, what = ""]) => ({
    after: Number(after),
    seat: Number(seat) - 1,
    what,
  }));

/** Return who sat where, by seat; a bot is called as `bot` says, by its chair at the table. */
export const seatNames = ({ tags, players, first = 0 }: Replay, bot: (bot: string, chair: number) => string): string[] =>
  Array.from({ length: players }, (_, seat) => {
    const [name = "human", chair] = [tags[`Seat${seat + 1}`], (seat + first) % players];
    if (name.startsWith("bot:")) return bot(name, chair);
    if (name === "human") return t("page.player-number", { number: chair + 1 });
    return name || t("page.player-left");
  });
