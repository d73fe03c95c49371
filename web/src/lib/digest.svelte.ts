/** The daily digest: a mail with the tables at which it is one's turn. */
import { ask } from "./http";
import { language } from "./i18n.svelte";
import type { DigestLink, NewDigest, OwnDigest } from "./messages";

const PATH = "/api/me/digest";

let known = $state.raw<OwnDigest | null>(null);
/** What the server knows of it; null before it has said it. */
export const digest = (): OwnDigest | null => known;

export async function loadDigest(): Promise<void> {
  known = await ask<OwnDigest>(PATH);
}

/** Let the server ask at an address whether it is right. */
export async function wantDigest(address: string): Promise<void> {
  known = await ask<OwnDigest>(PATH, { address, language: language() } satisfies NewDigest, "PUT");
}

export async function dropDigest(): Promise<void> {
  known = await ask<OwnDigest>(PATH, {}, "DELETE");
}

/** What a link in a mail is for, and its secret. */
export interface MailLink {
  what: "confirm" | "stop";
  secret: string;
}

/** Return the link that an address ends with. */
export function mailLinkIn(hash: string): MailLink | null {
  const parts = new URLSearchParams(hash.slice(1));
  const what = parts.has("confirm") ? "confirm" : "stop";
  const secret = parts.get(what);
  return secret ? { what, secret } : null;
}

/** Do what a link in a mail is for. */
export async function follow({ what, secret }: MailLink): Promise<void> {
  await ask<OwnDigest>(`/api/digest/${what}`, { secret } satisfies DigestLink);
}
