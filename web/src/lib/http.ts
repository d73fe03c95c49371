/** Questions over HTTP, and why they were not answered. */
import type { Failure } from "./messages";

export class Failed extends Error {
  readonly status: number;
  readonly rule: string | null;

  constructor(status: number, why: string, rule: string | null = null) {
    super(why);
    this.status = status;
    this.rule = rule;
  }
}

/** Ask the server; with a body it is a POST. Raises Failed with the server's reason, status 0 where it is not reached. */
export async function ask<T>(path: string, body?: object): Promise<T> {
  const init = body ? { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {};
  return (await (await answer(path, init)).json()) as T;
}

/** Ask the server for a text, and in which language it came. */
export async function askText(path: string): Promise<{ text: string; lang: string | null }> {
  const response = await answer(path, {});
  return { text: await response.text(), lang: response.headers.get("Content-Language") };
}

async function answer(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(() => null);
  if (!response) throw new Failed(0, "the server cannot be reached");
  if (response.ok) return response;
  const failure = (await response.json().catch(() => ({}))) as Partial<Failure>;
  throw new Failed(response.status, failure.why ?? response.statusText, failure.rule ?? null);
}

/** Return what to tell the reader about something that went wrong, as the engine's English. */
export const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
