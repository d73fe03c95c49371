/** The socket of a table. The first one of a visit is opened before the page that uses it is loaded. */

/** As much of a WebSocket as is used; tests bring their own. */
export interface Line {
  send(text: string): void;
  close(): void;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
}

/** The version of the protocol that the page speaks. */
const PROTOCOL = "encore.2";

export const newId = (): string => crypto.getRandomValues(new Uint32Array(3)).join("-");

/** Return what tells the watcher in this tab from others: what they say again counts once, and they are muted under any name. */
function watcher(): string {
  const id = newId();
  try {
    const kept = sessionStorage.getItem("watcher") ?? id;
    sessionStorage.setItem("watcher", kept);
    return kept;
  } catch {
    return id; // nothing may be stored here
  }
}
const who = watcher();

/** Say whether the table can be seen: whoever does not see it may get notices. */
const tellVisible = (socket: WebSocket): void => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ t: "visible", on: !document.hidden }));
};

function open(table: string): WebSocket {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket?with=board&who=${who}`, PROTOCOL);
  socket.onopen = (): void => {
    document.onvisibilitychange = (): void => tellVisible(socket);
    if (document.hidden) tellVisible(socket);
  };
  return socket;
}

/** A socket that nobody listens to yet, and what it has heard. */
let early: { table: string; socket: WebSocket; heard: { data: string }[] } | null = null;

/** Return the table of a path such as /table/abc; null elsewhere. */
export const tableOf = (path: string): string | null => /^\/table\/([\w-]{1,64})\/*$/.exec(path)?.[1] ?? null;

/** Open the socket of a table for whoever asks for it next; once. */
export function openEarly(table: string): void {
  if (early?.table === table) return;
  const socket = open(table);
  const heard: { data: string }[] = [];
  socket.onmessage = ({ data }) => heard.push({ data: data as string });
  early = { table, socket, heard };
}

/** Close a socket that nobody has asked for. */
export function dropEarly(): void {
  early?.socket.close();
  early = null;
}

/** Return a socket of a table: the early one, where it is alive and unused. What it has heard is told at once. */
export function openLine(table: string): Line {
  if (early?.table !== table || early.socket.readyState > WebSocket.OPEN) {
    dropEarly();
    return open(table) as unknown as Line;
  }
  const { socket, heard } = early;
  const line = socket as unknown as Line;
  early = null;
  queueMicrotask(() => heard.forEach((event) => line.onmessage?.(event)));
  return line;
}
