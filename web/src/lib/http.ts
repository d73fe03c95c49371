/** Questions over HTTP, and why they were not answered. */
import { say } from "./i18n.svelte";
import type { Fact, Failure } from "./messages";

export class Failed extends Error {
  readonly status: number;
  readonly rule: string | null;
  readonly fact: Fact | null;

  constructor(status: number, why: string, rule: string | null = null, fact: Fact | null = null) {
    super(why);
    this.status = status;
    this.rule = rule;
    this.fact = fact;
  }
}

/** Ask the server; with a body it is a POST, unless it names a method. Raises Failed with the server's reason, status 0 where it is not reached. */
export async function ask<T>(path: string, body?: object, method = "POST"): Promise<T> {
  const init = body ? { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {};
  return (await (await answer(path, init)).json()) as T;
}

/** Ask the server for a text, and in which language it came. */
export async function askText(path: string): Promise<{ text: string; lang: string | null }> {
  const response = await answer(path, {});
  return { text: await response.text(), lang: response.headers.get("Content-Language") };
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => null);
  if (!response) throw own(0, "page.server-unreachable");
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({}))) as Partial<Failure>;
  throw new Failed(response.status, failure.why ?? response.statusText, failure.rule ?? null, failure.fact ?? null);
}

/** Return a failure that the page itself found, with the code of its text. */
export const own = (
  status: number,
  code: "page.server-unreachable" | "analysis.link-without-record" | `people.${string}` | `notices.${string}`,
): Failed => new Failed(status, "", null, { code, args: {}, cells: [] });

/** Return what to tell the reader about something that went wrong. */
export function why(error: unknown): string {
  if (error instanceof Failed) return say(error.fact, error.message);
  return error instanceof Error ? error.message : String(error);
}
