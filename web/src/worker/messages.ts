/** What the page and the worker say to each other. Types only: both are built without each other's code. */
import type { Full } from "$lib/messages";

/** What was known of a table, and when (in milliseconds). */
export interface KnownTable {
  at: number;
  full: Full;
}

/** From the page. Each is answered once, with what stands behind it. */
export type ToWorker =
  /** Is this the version of the page with this script? If so, and if no other page is open, it takes over. boolean */
  | { t: "version"; script: string }
  /** Take over now, whatever is open. null */
  | { t: "take-over" }
  /** Is the server reached, as far as is known? boolean */
  | { t: "reached" }
  /** Keep what is known of a table. null */
  | { t: "table"; full: Full }
  /** What is known of a table? KnownTable or null */
  | { t: "known"; table: string }
  /** Ask the server these questions, of the kind of /api/look, as far as their answers are not there, and keep them. null */
  | { t: "looks"; bodies: string[] }
  /** Remove what is personal. null */
  | { t: "forget" };

/** From the worker to every page: whether the server is reached. */
export interface ToPage {
  t: "reached";
  yes: boolean;
}
