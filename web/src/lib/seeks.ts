/** Somebody to play with: quick pairing, and the tables that wait for others. */
import { myName, type Card } from "./games.svelte";
import { ask } from "./http";
import { t } from "./i18n.svelte";
import { remember, running } from "./kept";
import type { FillSeats, Pair, Seated } from "./messages";
import { keepNonce, newNonce, sha256 } from "./nonces";

/** What somebody wants who does not choose a table. */
export type Wishes = Pick<Pair, "games" | "timing" | "bots_after" | "rated">;

// The token to be, and the part of the seed: whoever asks twice, because the answer was lost, gets one seat.
let [secret, nonce] = [newNonce(), newNonce()];

/** Take a seat at a table that waits, or open one that does; return its name. */
export async function pair(wishes: Wishes): Promise<string> {
  const own = running().map(({ table }) => table);
  const wish: Pair = { ...wishes, own, secret, nonce_hash: await sha256(nonce), name: myName() || t("page.guest") };
  const { table, invite = "" } = await ask<Seated>("/api/pair", wish);
  keepNonce(table, 1, nonce);
  [secret, nonce] = [newNonce(), newNonce()];
  remember({ table, game: "", names: [], invite, over: false });
  return table;
}

/** Return the tables that wait for others, the oldest first. */
export async function loadSeeks(): Promise<Card[]> {
  const { tables } = await ask<{ tables: Card[] }>("/api/tables");
  return tables.filter(({ phase }) => phase === "waiting").sort((one, other) => (one.opened ?? 0) - (other.opened ?? 0));
}

/** Return the ratings of those who may sit down, such as 1400–1600; empty where anybody may. */
export const spanOf = ({ low, high }: { low?: number; high?: number }): string => (low || high ? `${low || ""}–${high || ""}` : "");

/** Let bots take the open seats of one's own table. */
export const fillSeats = (table: string, bot: string): Promise<Seated> => ask(`/api/tables/${table}/bots`, { bot } satisfies FillSeats);
