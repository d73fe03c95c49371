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
  /** Lets others in: the opener was told, and whoever came by it has it from the link. */
  invite: string;
  /** The game has ended; another may begin at the same table. */
  over: boolean;
}

const TABLES = "tables";
/** Tables that are kept, as long as one of them is over. */
const MOST = 12;
const MANY = 100;

export const running = (): Running[] => recall<Running[]>(TABLES, []);

export function remember(one: Running): void {
  const [before, others] = [running().find(({ table }) => table === one.table), running().filter(({ table }) => table !== one.table)];
  write([{ ...one, invite: one.invite || (before?.invite ?? "") }, ...others]);
}

/** Note whether the game at a table is over. */
export const mark = (table: string, over: boolean): void => write(running().map((one) => (one.table === table ? { ...one, over } : one)));

export const forget = (table: string): void => write(running().filter((one) => one.table !== table));

/** Keep the newest; what is over makes room for what is played. */
function write(tables: Running[]): void {
  const room = MOST - tables.filter(({ over }) => !over).length;
  let over = 0;
  keep(TABLES, tables.filter((one) => !one.over || ++over <= room).slice(0, MANY));
}
