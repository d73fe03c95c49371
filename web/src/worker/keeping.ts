/** What the worker keeps, for how long and how much of it. Pure, so that it is tested without a worker. */

/** Answers that are the same for everybody, and those that tell who was here: a sign-out removes the second. */
export type Shelf = "public" | "personal";

/** The most that is kept on each shelf: answers, and their bytes together. The page itself takes less than 1 MB besides. */
export const ROOM: Record<Shelf, { answers: number; bytes: number }> = {
  public: { answers: 400, bytes: 4_000_000 },
  personal: { answers: 3000, bytes: 12_000_000 },
};

/** How the worker handles a request: a file of this version, the page itself, or an answer that may be kept. */
export type Handling = "file" | "page" | "answer" | null;

/** The one question that is asked with POST and has the same answer every time. */
export const LOOK = "/api/look";

export function handlingOf(method: string, mode: string, path: string, files: readonly string[]): Handling {
  if (method === "POST") return path === LOOK ? "answer" : null;
  if (method !== "GET") return null;
  if (mode === "navigate") return path.startsWith("/api/") ? null : "page";
  if (files.includes(path)) return "file";
  return path.startsWith("/api/") || path.startsWith("/games/") ? "answer" : null;
}

/** Where an answer may be kept, and for how many seconds it may be shown while the server is not reached. */
export interface Leave {
  shelf: Shelf;
  seconds: number;
}

const YEAR = 31_536_000;

/** Read Cache-Control: the server decides what is kept. Null for whatever does not say so. */
export function leaveOf(control: string | null): Leave | null {
  const said = new Map(
    (control ?? "").split(",").map((part): [string, string] => {
      const [name = "", value = ""] = part.trim().toLowerCase().split("=");
      return [name, value];
    }),
  );
  if (said.has("no-store") || said.has("no-cache")) return null;
  const seconds = said.has("immutable") ? YEAR : Number(said.get("stale-if-error") ?? 0);
  return seconds > 0 ? { shelf: said.has("public") ? "public" : "personal", seconds } : null;
}

/** Tell whether a proxy answered because the server behind it did not. The server itself explains its failures as JSON. */
export const isMissed = (status: number, type: string | null): boolean => [502, 503, 504].includes(status) && !type?.includes("json");

/** Tell whether something that was kept at a time (both in milliseconds) may still be shown. */
export const isFresh = (leave: Leave | null, kept: number, now: number): boolean => !!leave && now - kept < leave.seconds * 1000;

/** Return how many of the oldest answers must go, so that the others fit; `bytes` has their sizes, the oldest first. */
export function surplus(bytes: readonly number[], room: { answers: number; bytes: number }): number {
  let [answers, sum] = [0, 0];
  for (const size of [...bytes].reverse()) {
    sum += size;
    if (sum > room.bytes || answers >= room.answers) break;
    answers++;
  }
  return bytes.length - answers;
}

/** Tell whether a page with these scripts and styles belongs to this version: after an upgrade it may be a newer one. */
export const isOurs = (html: string, files: readonly string[]): boolean =>
  [...html.matchAll(/"(\/assets\/[^"]+)"/g)].every(([, path = ""]) => files.includes(path));
