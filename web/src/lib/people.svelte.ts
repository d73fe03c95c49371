/** The reader as a person: who they are, how they sign in and out, and what they keep. */
import { sure } from "./confirm.svelte";
import { keepName, myName } from "./games.svelte";
import { ask, Failed } from "./http";
import { chooseLanguage, language, type Language } from "./i18n.svelte";
import { finished, isListOf, isText, keep, personName, recall, running, type Running } from "./kept";
import type {
  Created,
  DeviceLink,
  FreeSeats,
  GameFigures,
  LinkOwner,
  Me,
  NewCodes,
  OwnFigures,
  RatingHistory,
  RatingStep,
} from "./messages";
import { makePasskey, usePasskey } from "./passkeys";
import { forgetPersonal } from "./worker";

let known = $state.raw<Me | null>(null);
let codes = $state.raw<string[]>([]);

/** Who is asking, as far as the page knows; null before the server has said it. */
export const me = (): Me | null => known;
/** New recovery codes, which are shown once. */
export const newCodes = (): string[] => codes;
export const dropCodes = (): void => void (codes = []);

/** Ask who is signed in. */
export const loadMe = async (): Promise<void> => learn(await ask<Me>("/api/me"));

function learn(answer: Me): void {
  const before = known?.person?.id;
  // Signed out elsewhere, or somebody else signs in: nothing of the person before may be seen.
  if (!answer.person ? personName() : before && before !== answer.person.id) void forgetPerson();
  known = answer;
  keep("person", answer.person?.name ?? "");
  if (answer.person && !myName()) keepName(answer.person.name);
}

/** Become a person, with a passkey where the address allows one. */
export async function become(name: string): Promise<void> {
  const [wish, passkeys] = [{ name: name.trim(), language: language() }, known?.passkeys ?? false];
  const credential = passkeys ? await makePasskey("/api/people/begin", wish) : null;
  const created = await ask<Created>("/api/people", { ...wish, credential });
  codes = created.codes;
  learn({ person: created.person, passkeys });
}

export const signIn = async (): Promise<void> =>
  learn(await ask<Me>("/api/sign-in", { credential: await usePasskey("/api/sign-in/begin") }));

export const signInWithCode = async (code: string): Promise<void> => learn(await ask<Me>("/api/sign-in/code", { code: code.trim() }));

/** Return the name of the person whose link it is, which does not use it up. */
export const ownerOf = async (secret: string): Promise<string> => (await ask<LinkOwner>("/api/sign-in/link/owner", { secret })).name;

export const signInWithLink = async (secret: string): Promise<void> => learn(await ask<Me>("/api/sign-in/link", { secret }));

/** Return the tables that this browser remembers. */
const ownTables = (): string[] => [...new Set([...running(), ...finished()].map(({ table }) => table))];

/** Return how many tables have seats of this browser that would join a person; those that somebody keeps, or that are gone, do not. */
export async function countFree(): Promise<number> {
  const asked = await Promise.allSettled(ownTables().map((table) => ask<FreeSeats>(`/api/tables/${table}/keep`)));
  return asked.filter((each) => each.status === "fulfilled" && each.value.free).length;
}

/** The tables whose seats stay with this browser, as the reader wished when they signed in. */
const apart = (): string[] => recall("apart", (value) => isListOf(value, isText), []);

/**
 * Let the seats at all tables that this browser remembers join the person, and speak their language where the reader has chosen none.
 *
 * Where the reader does not want to ``bring`` them, they stay with this browser, also when it is signed out.
 */
export async function settle(bring: boolean): Promise<void> {
  const [own, tables] = [known?.person?.language, ownTables()];
  keep("apart", bring ? [] : tables);
  await Promise.allSettled([...(bring ? tables.map(join) : []), own && !recall("language", isText, "") && chooseLanguage(own)]);
}

/** Let the seats at a table join the person; return whether they could not, though the table may have some. */
const join = (table: string): Promise<boolean> =>
  ask(`/api/tables/${table}/keep`, {}).then(
    () => false,
    (error: unknown) => error instanceof Failed && [0, 429, 503].includes(error.status),
  );

export const signOut = (): Promise<void> => leaveSeats("/api/sign-out", "POST");

/** End all sessions, this one too. */
export const signOutEverywhere = (): Promise<void> => leaveSeats("/api/me/sessions", "DELETE");

/** Sign out. A running game whose seat could not join the person is still reached from this browser, and only from it. */
async function leaveSeats(path: string, method: string): Promise<void> {
  const [games, own] = [running(), apart()];
  const left = await Promise.all(games.map(({ table }) => own.includes(table) || join(table)));
  await leave(
    path,
    method,
    games.filter((_, at) => left[at]),
  );
}

export const deleteMe = (): Promise<void> => sure(() => leave("/api/me", "DELETE"));

async function leave(path: string, method: string, left?: Running[]): Promise<void> {
  learn(await ask<Me>(path, {}, method));
  codes = [];
  await forgetPerson(left);
  keep("apart", []);
}

/** Whoever uses this browser next does not see who has played here, and has no seats but those that did not join the person. */
async function forgetPerson(left = running().filter(({ table }) => apart().includes(table))): Promise<void> {
  const forgotten = forgetPersonal();
  keep("tables", left);
  await forgotten;
}

export async function change(wish: { name: string; language: Language }): Promise<void> {
  const answer = await ask<Me>("/api/me", wish, "PATCH");
  keepName(wish.name);
  learn(answer);
  await chooseLanguage(wish.language);
}

/** Switch ratings on or off. */
export const wantRatings = async (rated: boolean): Promise<void> => learn(await ask<Me>("/api/me", { rated }, "PATCH"));

/** Return one's rated results, the newest first. */
export const myResults = async (): Promise<RatingStep[]> => (await ask<RatingHistory>("/api/me/ratings")).steps;

export async function addPasskey(label: string): Promise<void> {
  const credential = await sure(() => makePasskey("/api/me/passkeys/begin", {}));
  learn(await ask<Me>("/api/me/passkeys", { credential, label: label.trim() }));
}

export const removePasskey = async (id: string): Promise<void> => learn(await sure(() => ask<Me>(`/api/me/passkeys/${id}`, {}, "DELETE")));

export const endSession = async (id: string): Promise<void> => learn(await ask<Me>(`/api/me/sessions/${id}`, {}, "DELETE"));

/** Make new recovery codes; the old ones end. */
export async function makeCodes(): Promise<void> {
  ({ codes } = await sure(() => ask<NewCodes>("/api/me/codes", {})));
  await loadMe();
}

/** Make a link that signs another device in, once; the one before ends. */
export const makeLink = (): Promise<DeviceLink> => sure(() => ask("/api/me/links", {}));

/** Return how one's games went, by game. */
export const myFigures = async (): Promise<GameFigures[]> => (await ask<OwnFigures>("/api/me/figures")).games;
