/** What page and server say to each other. Written by web/messages.py from the server's structs. */

/** A text of the operator that every open page shows until a time. */
export interface Broadcast {
  id: string;
  text: string;
  at: number;
  until: number;
}

/** An order was carried out; ``id`` is that of what it has made. */
export interface Done {
  done: string;
  id?: string;
}

/** The token of a link. */
export interface Enter {
  token: string;
}

/** The key with which a browser asks from now on. */
export interface Entered {
  key: string;
}

/** Why there is no answer, in one line. */
export interface Failed {
  error: string;
}

/** A chat message that is attached to a report. */
export interface Line {
  name: string;
  text?: string;
  phrase?: string;
  chair?: number | null;
  reported?: boolean;
}

/** A seat: its name or bot, the person who keeps it, and from which addresses it is connected to this process. */
export interface LiveSeat {
  name: string;
  bot: string;
  person: string;
  addresses: string[];
}

/** A table that is open in a process. Nothing of its game is told but how many moves there were. */
export interface LiveTable {
  table: string;
  game: string;
  phase: string;
  names: string[];
  sockets: number;
  moves: number;
  opened: number;
  at: number;
  listed: boolean;
}

/** How much a process has to do. ``rows_per_second`` counts stored actions: moves, chat and all else. */
export interface Load {
  process: number;
  tables: number;
  sockets: number;
  rows_per_second: number;
  questions: number;
  memory_mb: number;
  draining: boolean;
  broadcasts?: Broadcast[];
  workers?: WorkerLoad[];
}

/** How much each process has to do, and which ones do not answer. */
export interface Loads {
  loads: Load[];
  silent: number[];
}

/** Something that an operator, a user of the system, has done; ``detail`` are the parts of the order. */
export interface LogEntry {
  at: number;
  who: string;
  what: string;
  detail: Record<string, string>;
}

/** What somebody reports about somebody else at a table, with the last lines of the chat. */
export interface Report {
  id: string;
  at: number;
  table: string;
  game: string;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  text: string;
  name: string;
  chair?: number | null;
  person?: string;
  reporter?: string;
  reporter_name?: string;
  lines?: Line[];
  done?: number;
}

/** A ban or a mute until a time, of a person (``target`` is the id), an address range or a name. */
export interface Restriction {
  id: string;
  kind: "ban" | "mute";
  whom: "address" | "name" | "person";
  target: string;
  until: number;
  reason: string;
  by: string;
  at: number;
}

/** A table that is open in a process. */
export interface SeenTable {
  process: number;
  table: LiveTable;
}

/** A table with who is there, from each process where it is open. */
export interface SeenWhole {
  processes: WholeTable[];
}

/** What the page shows besides the load; ``found`` tables are open, and some of them are here. */
export interface State {
  now: number;
  tables: SeenTable[];
  found: number;
  restrictions: Restriction[];
  names: Record<string, string>;
  reports: Report[];
  more: boolean;
  log: LogEntry[];
}

/** A table with who is there; no ``table`` if it is not open in the process. */
export interface WholeTable {
  table?: LiveTable | null;
  seats?: LiveSeat[];
  watching?: string[];
}

/** What bot workers have to do for a process: those of its own machine, without a name, or one on another machine. */
export interface WorkerLoad {
  name: string;
  processes: number;
  busy: number;
  answered: number;
  failed: number;
}
