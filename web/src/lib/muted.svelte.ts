/** Whom the reader has muted: whoever has an id at a table, not the seat. Only this browser knows it. */
import { isListOf, isText, keep, recall } from "./kept";

/** What tells who somebody is: a chat message, or a seat. */
export interface Speaker {
  id?: unknown;
  name?: unknown;
  chair?: unknown;
}

const MUTED = "muted";
const MOST = 200;
let muted = $state.raw<readonly string[]>(recall(MUTED, (value) => isListOf(value, isText), []));

const keyOf = (table: string, { id, name }: Speaker): string => `${table} ${id ? String(id) : `~${String(name)}`}`;

export const isMuted = (table: string, who: Speaker): boolean => muted.includes(keyOf(table, who));

export function mute(table: string, who: Speaker, on: boolean): void {
  const key = keyOf(table, who);
  muted = [...muted.filter((each) => each !== key), ...(on ? [key] : [])].slice(-MOST);
  keep(MUTED, muted);
}
