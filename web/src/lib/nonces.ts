/** The random numbers that this browser adds to seeds, and what it was shown before it revealed them. */
import { isListOf, isObject, isText, keep, recall } from "./kept";
import type { DealParts } from "./messages";

export interface Nonce {
  /** The table, and which game of it. */
  game: string;
  nonce: string;
  /** The parts of the seed as they were shown when the nonce was asked for. */
  shown?: DealParts;
  at: number;
}

const NONCES = "nonces";
const MOST = 50;
const LONGEST = 180 * 86_400_000;

const isNonce = (one: unknown): one is Nonce => isObject(one) && isText(one.nonce);

/** Where nothing may be kept, this visit remembers. */
let own: Nonce[] = [];
const nonces = (): Nonce[] => recall(NONCES, (value) => isListOf(value, isNonce), own);

export const nonceOf = (table: string, number: number): Nonce | undefined => nonces().find(({ game }) => game === `${table} ${number}`);

/** Keep the nonce for a game of a table, the newest ones for half a year. */
export function keepNonce(table: string, number: number, nonce: string, shown?: DealParts): void {
  const [game, now] = [`${table} ${number}`, Date.now()];
  const others = nonces().filter((one) => one.game !== game && one.at > now - LONGEST);
  keep(NONCES, (own = [{ game, nonce, at: now, ...(shown && { shown }) }, ...others].slice(0, MOST)));
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Return the SHA-256 of a text; none where the browser has no such function: it needs https or localhost. */
export const sha256 = async (text: string): Promise<string> =>
  crypto.subtle ? hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))) : "";

/** Return the nonce that a table asks for, after what was shown is kept; what is shown later does not count. */
export function revealed(table: string, deal: DealParts): string | undefined {
  const one = nonceOf(table, deal.number);
  if (one && !one.shown) keepNonce(table, deal.number, one.nonce, deal);
  return one?.nonce;
}
