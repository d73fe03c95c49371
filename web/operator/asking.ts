/** Asks the process of `encore admin page`. The link of the terminal lets this browser in once, and gives it a key. */
import type { Done, Enter, Entered, Failed } from "./messages";

const KEY = "encore-operator-key";
const UNREACHABLE = "encore admin page does not answer: it was stopped, or the way to its machine is closed";

async function send<T>(path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ""}` };
  const asked: RequestInit = { headers };
  if (body) {
    headers["Content-Type"] = "application/json";
    asked.method = "POST";
    asked.body = JSON.stringify(body);
  }
  const answer = await fetch(path, asked).catch(() => null);
  const found = (await answer?.json().catch(() => null)) as (T & Partial<Failed>) | null | undefined;
  if (!answer || !found) throw new Error(UNREACHABLE);
  if (!answer.ok) throw new Error(found.error ?? UNREACHABLE);
  return found;
}

export const ask = <T>(path: string): Promise<T> => send<T>(`/api/${path}`);

/** Let a process carry out an order; return what it says. */
export const order = async (asked: Order): Promise<string> => (await send<Done>("/api/do", asked)).done;

export type Whom = "person" | "address" | "name";
export type Kind = "ban" | "mute";
export type WhyClosed = "rules" | "fault" | "other";
/** Orders as the server knows them; times are given as with the command, such as 30m. */
export type Order =
  | { do: "restrict"; kind: Kind; whom: Whom; target: string; for: string; reason: string }
  | { do: "lift" | "done"; id: string }
  | { do: "done"; table: string }
  | { do: "close"; table: string; why: WhyClosed; text: string }
  | { do: "broadcast"; text: string; for: string }
  | { do: "silence" }
  | { do: "drain"; process: number; for: string };

/** Use the token of the link, which does not stay in the address; return why that was refused. */
export async function enter(): Promise<string> {
  const token = location.hash.slice(1);
  if (!token) return "";
  history.replaceState(null, "", location.pathname);
  const body: Enter = { token };
  try {
    sessionStorage.setItem(KEY, (await send<Entered>("/api/enter", body)).key);
    return "";
  } catch (error) {
    return why(error);
  }
}

export const why = (error: unknown): string => (error instanceof Error ? error.message : String(error));
