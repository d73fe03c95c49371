/** What the browser remembers from one visit to the next. */

export function recall<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback; // written by somebody else, or nothing may be kept here
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: the game goes on without memory.
  }
}

/** A table at which somebody of this browser sits. */
export interface Running {
  table: string;
  game: string;
  names: string[];
  /** Lets others in; only the opener has it. */
  invite: string;
}

const TABLES = "tables";
const MOST = 12;

export const running = (): Running[] => recall<Running[]>(TABLES, []);

export function remember(one: Running): void {
  const before = running().find(({ table }) => table === one.table);
  const merged = { ...one, invite: one.invite || (before?.invite ?? "") };
  keep(TABLES, [merged, ...running().filter(({ table }) => table !== one.table)].slice(0, MOST));
}

export const forget = (table: string): void => keep(TABLES, running().filter((one) => one.table !== table));
