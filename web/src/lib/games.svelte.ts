/** The games of the server, and what can be agreed on before one begins. */
import type { Picture } from "./board";
import { ask } from "./http";
import { findTexts, named } from "./i18n.svelte";
import type { GameInfo, GameList, NewChair, NewTable, Seated, Sitting, Timing } from "./messages";
import { isText, keep, recall, remember } from "./kept";
import { keepNonce, newNonce, sha256 } from "./nonces";

export interface Demo {
  frames: { board: Picture; last: string | null }[];
}

/** A table in the public list. */
export interface Card {
  table: string;
  game: string;
  players: number;
  phase: string;
  chairs: Sitting[];
  timing: Timing;
  options?: Record<string, string | number>;
  /** When it was opened, in milliseconds, and after how many seconds bots take the open seats. */
  opened?: number;
  bots_after?: number;
  /** Whether its games are rated, and the ratings of those who may sit down; 0 for any. */
  rated?: boolean;
  low?: number;
  high?: number;
}

export const LEVELS = ["beginner", "easy", "medium", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];

let found: Promise<GameInfo[]> | null = null;
const titles = $state<Record<string, string>>({});

/** Return the games, in the order that their packages name. */
export function games(): Promise<GameInfo[]> {
  found ??= ask<GameList>("/api/games").then((answer) => answer.games.sort((one, other) => one.order - other.order));
  found.then(
    (infos) => infos.forEach(({ game, title }) => (titles[game] = title)),
    () => (found = null), // the next one who asks tries again
  );
  return found;
}

findTexts(async (game) => (await games()).find((info) => info.game === game)?.texts ?? {});

/** Return how a game is called; until that is known, its short name. */
export const titleOf = (game: string): string => named(game, "title", titles[game] ?? game);

export const myName = (): string => recall("name", isText, "");
const isLevel = (value: unknown): value is Level => LEVELS.some((level) => level === value);
export const myLevel = (): Level => recall("level", isLevel, "easy");
export const keepName = (name: string): void => keep("name", name.trim().slice(0, 24));
export const keepLevel = (level: Level): void => keep("level", level);

/** What is agreed before a game: the same for a bot, a friend or this screen. */
export interface Agreed {
  players: number;
  options: Record<string, string | number>;
  timing: Timing;
  talk: "free" | "phrases" | "off";
  listed: boolean;
  /** Seconds after which bots take the open seats; 0 for never. */
  bots_after?: number;
  rated?: boolean;
  low?: number;
  high?: number;
}

/** Open a table, remember it, and return its name. */
export async function openTable(game: string, agreed: Agreed, chairs: NewChair[], name: string): Promise<string> {
  const { talk, ...agreement } = agreed;
  const nonce = newNonce();
  const spoken = { chat: talk !== "off", phrases_only: talk === "phrases" };
  const wish: NewTable = { ...agreement, ...spoken, game, chairs, name, nonce_hash: await sha256(nonce) };
  const seated = await ask<Seated>("/api/tables", wish);
  keepNonce(seated.table, 1, nonce);
  remember({ table: seated.table, game, names: [], invite: seated.invite ?? "", over: false });
  return seated.table;
}
