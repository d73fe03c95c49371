/** The reader as a person: who they are, how they sign in and out, and what they keep. */
import { keepName, myName } from "./games.svelte";
import { ask } from "./http";
import { chooseLanguage, language, LANGUAGES, type Language } from "./i18n.svelte";
import { finished, isText, keep, recall, remember, running } from "./kept";
import { makePasskey, usePasskey } from "./passkeys";

export interface Passkey {
  id: string;
  label: string;
  created: number;
  used: number;
}
export interface Session {
  id: string;
  label: string;
  created: number;
  seen: number;
  current: boolean;
}
export interface Person {
  id: string;
  name: string;
  language: string;
  created: number;
  passkeys: Passkey[];
  sessions: Session[];
  codes: number;
}
export interface Me {
  person: Person | null;
  passkeys: boolean;
}
export interface MyGame {
  table: string;
  number: number;
  game: string;
  players: number;
  options: Record<string, string | number>;
  phase: string;
  chairs: { name: string; bot: string }[];
  mine: number[];
  to_move: number | null;
  deadline: number | null;
  at: number;
  winners: number[];
  reason: string;
  moves: number;
  reviewed: boolean;
}
export interface MyGames {
  games: MyGame[];
  more: boolean;
}

export type Phase = "running" | "finished";

/** Which games to list: of one game or of all, against one opponent or against all. */
export interface Wanted {
  phase: Phase;
  game: string;
  opponent: string;
  page: number;
}

let known = $state.raw<Me | null>(null);
let codes = $state.raw<string[]>([]);

/** Who is asking, as far as the page knows; null before the server has said it. */
export const me = (): Me | null => known;
/** New recovery codes, which are shown once. */
export const newCodes = (): string[] => codes;
export const dropCodes = (): void => void (codes = []);

/** Ask who is signed in. */
export async function loadMe(): Promise<void> {
  learn(await ask<Me>("/api/me"));
}

function learn(answer: Me): void {
  known = answer;
  keep("person", answer.person?.name ?? "");
}

/** Become a person, with a passkey where the address and the server allow one. */
export async function become(name: string): Promise<void> {
  const wish = { name: name.trim(), language: language() };
  const credential = known?.passkeys ? await makePasskey("/api/people/begin", wish) : null;
  const answer = await ask<{ person: Person; codes: string[] }>("/api/people", { ...wish, credential });
  codes = answer.codes;
  welcome(answer.person);
}

export async function signIn(): Promise<void> {
  const credential = await usePasskey("/api/sign-in/begin");
  welcome((await ask<{ person: Person }>("/api/sign-in", { credential })).person);
}

export async function signInWithCode(code: string): Promise<void> {
  welcome((await ask<{ person: Person }>("/api/sign-in/code", { code: code.trim() })).person);
}

export async function signInWithLink(secret: string): Promise<void> {
  welcome((await ask<{ person: Person }>("/api/sign-in/link", { secret })).person);
}

function welcome(person: Person): void {
  learn({ person, passkeys: known?.passkeys ?? false });
  if (!myName()) keepName(person.name);
}

/** Let the seats at all tables that this browser remembers join the person, and speak their language where the reader has chosen none. */
export async function settle(): Promise<void> {
  const tables = new Set([...running(), ...finished()].map(({ table }) => table));
  const kept = [...tables].map((table) => ask(`/api/tables/${table}/keep`, {})); // a table that is gone has no seats
  const own = known?.person?.language ?? "";
  const speaks = !recall("language", isText, "") && own !== language() && Object.hasOwn(LANGUAGES, own);
  await Promise.allSettled([...kept, speaks && chooseLanguage(own as Language)]);
}

export async function signOut(): Promise<void> {
  await ask("/api/sign-out", {});
  leave();
}

/** End all sessions, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await ask("/api/me/sessions", {}, "DELETE");
  leave();
}

export async function deleteMe(): Promise<void> {
  await ask("/api/me", {}, "DELETE");
  keepName("");
  leave();
}

function leave(): void {
  codes = [];
  learn({ person: null, passkeys: known?.passkeys ?? false });
}

export async function change(wish: { name: string; language: string }): Promise<void> {
  await ask("/api/me", wish, "PATCH");
  keepName(wish.name);
  await Promise.all([loadMe(), chooseLanguage(wish.language as Language)]);
}

export async function addPasskey(label: string): Promise<void> {
  const credential = await makePasskey("/api/me/passkeys/begin", {});
  await ask("/api/me/passkeys", { credential, label: label.trim() });
  await loadMe();
}

export async function removePasskey(id: string): Promise<void> {
  await ask(`/api/me/passkeys/${id}`, {}, "DELETE");
  await loadMe();
}

export async function endSession(id: string): Promise<void> {
  await ask(`/api/me/sessions/${id}`, {}, "DELETE");
  await loadMe();
}

/** Make new recovery codes; the old ones end. */
export async function makeCodes(): Promise<void> {
  codes = (await ask<{ codes: string[] }>("/api/me/codes", {})).codes;
  await loadMe();
}

/** Make a link that signs another device in, once. */
export const makeLink = (): Promise<{ secret: string; expires: number }> => ask("/api/me/links", {});

/** Return a page of one's games. Running ones are remembered, so that the start page lists them too. */
export async function myGames(wanted: Wanted): Promise<MyGames> {
  const query = new URLSearchParams(Object.entries(wanted).map(([name, value]) => [name, String(value)]));
  const answer = await ask<MyGames>(`/api/me/games?${query}`);
  const there = new Set(running().map(({ table }) => table));
  const unknown = wanted.phase === "running" ? answer.games.filter(({ table }) => !there.has(table)) : [];
  for (const { table, game } of unknown.reverse()) remember({ table, game, names: [], invite: "", over: false });
  return answer;
}
