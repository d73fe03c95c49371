/// <reference lib="webworker" />
/**
 * The service worker: opens the page without a network, and shows what is known.
 *
 * Vite builds it into /service-worker.js. It imports nothing that the page uses, so that it is one file.
 */
import { handlingOf, isFresh, isMissed, isOurs, leaveOf, LOOK, ROOM, surplus, type Shelf } from "./keeping";
import { follow, leave, notify, read, renew } from "./notices";
import type { KnownTable, ToPage, ToWorker } from "./messages";

/** The build fills in the files of this version, and a digest of them. */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;
const FILES = __FILES__;
const OURS = "encore-";
const MINE = `${OURS}${__VERSION__}-`;
const PAGE = "/";

/** Milliseconds after which what was kept is shown instead of the answer of a silent server. */
const PATIENCE = { page: 3000, answer: 8000 };
/** Questions that are asked at the same time while the files are fetched. */
const AT_ONCE = 6;
/** Milliseconds between two boards that are fetched ahead: the server has others to serve. */
const PAUSE = 150;
const MOST_LOOKS = 600;
/** How often the shelves are tidied: after so many answers. */
const TIDY = 100;
/** When an answer was kept, in milliseconds. */
const KEPT = "X-Encore-Kept";
const SIZE = "X-Encore-Size";

const worker = self as unknown as ServiceWorkerGlobalScope;
const shelf = (name: Shelf | "files"): Promise<Cache> => caches.open(MINE + name);
const nothing = (): null => null;

/** What the types of the browser lack: the routes of requests that need no worker. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?: (route: { condition: { urlPattern: { pathname: string } }; source: { cacheName: string } }) => Promise<void>;
}

// One version replaces another.

async function install(): Promise<void> {
  const cache = await shelf("files");
  const html = await fetch(PAGE, { cache: "no-cache" });
  if (!html.ok || !isOurs(await html.clone().text(), FILES)) throw new Error("the server has another version");
  const rest = [...FILES];
  const fetchNext = async (): Promise<void> => {
    for (let path = rest.pop(); path; path = rest.pop()) await cache.add(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  await cache.put(PAGE, html);
}

/** Have the browser take files from the cache by itself, where it can: it need not wait for the worker then. */
function routeFiles(event: RoutedInstall): void {
  const files = { condition: { urlPattern: { pathname: "/assets/*" } }, source: { cacheName: `${MINE}files` } };
  event.waitUntil(event.addRoutes?.(files).catch(nothing) ?? Promise.resolve());
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && !name.startsWith(MINE)).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable().catch(nothing);
  await worker.clients.claim();
}

/** Tell whether this is the version of a page. If that page is alone, nobody is disturbed when this version takes over. */
async function isVersionOf(script: string): Promise<boolean> {
  if (!FILES.includes(script)) return false;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length === 1) await worker.skipWaiting();
  return true;
}

// Whether the server is reached.

let reached = true;

async function note(yes: boolean): Promise<void> {
  if (reached === yes) return;
  reached = yes;
  for (const client of await worker.clients.matchAll({ type: "window" })) client.postMessage({ t: "reached", yes } satisfies ToPage);
}

/** Return what the server answers; null where it is not reached, or is late. */
async function fromServer(asked: Promise<Response>, patience: number): Promise<Response | null> {
  const late = new Promise<null>((done) => setTimeout(() => done(null), patience));
  try {
    const answer = await Promise.race([asked, late]);
    if (!answer) return null;
    const yes = !isMissed(answer.status, answer.headers.get("Content-Type"));
    void note(yes);
    return yes ? answer : null;
  } catch (error) {
    // A page that is closed drops its questions; that says nothing of the server.
    if (!(error instanceof DOMException && error.name === "AbortError")) void note(false);
    return null;
  }
}

// The page and its files.

/** Return what was kept, and note that the reader sees that; where there is nothing, what the server may still say. */
function instead(known: Response | null, asked: Promise<Response>): Response | Promise<Response> {
  if (known) void note(false);
  return known ?? asked;
}

/** Return a file of this version; where storage fails there is none. */
const ofVersion = (path: string): Promise<Response | null> =>
  shelf("files")
    .then(async (cache) => (await cache.match(path)) ?? null)
    .catch(nothing);

async function page(event: FetchEvent): Promise<Response> {
  const early = event.preloadResponse as Promise<Response | undefined>;
  const asked = early.catch(nothing).then((answer) => answer ?? fetch(event.request));
  return (await fromServer(asked, PATIENCE.page)) ?? instead(await ofVersion(PAGE), asked);
}

const file = async (request: Request, path: string): Promise<Response> => (await ofVersion(path)) ?? fetch(request);

// Answers.

/** Grows whenever what is personal is removed: what was asked before that is not kept any more. */
let era = 0;
let keptSince = 0;

/** Return the name under which an answer is kept: its address, and where it was asked with a body, a digest of that. */
async function keyOf(path: string, body: string | null): Promise<string> {
  if (body === null) return path;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  return `${path}?${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Keep an answer, if the server says that it may be kept. Where there is no room, it is not kept. */
async function keep(key: string, answer: Response, asked = era): Promise<void> {
  const leave = leaveOf(answer.headers.get("Cache-Control"));
  if (!leave || answer.status !== 200 || answer.type !== "basic") return;
  const names = ["Cache-Control", "Content-Type", "Content-Language"];
  const headers = names.flatMap((name): [string, string][] => (answer.headers.has(name) ? [[name, answer.headers.get(name) ?? ""]] : []));
  await put(leave.shelf, key, await answer.arrayBuffer(), headers, asked);
}

async function put(name: Shelf, key: string, body: ArrayBuffer, headers: [string, string][], asked = era): Promise<void> {
  if (asked !== era || body.byteLength > ROOM[name].bytes / 8) return;
  const own: [string, string][] = [
    [KEPT, String(Date.now())],
    [SIZE, String(body.byteLength)],
  ];
  const cache = await shelf(name);
  await cache.delete(key); // what is kept last is the newest
  await cache.put(key, new Response(body, { headers: [...headers, ...own] }));
  if (asked !== era) await cache.delete(key);
  if (++keptSince % TIDY === 0) await tidy();
}

async function tidy(): Promise<void> {
  for (const name of Object.keys(ROOM) as Shelf[]) {
    const cache = await shelf(name);
    const [keys, answers] = await Promise.all([cache.keys(), cache.matchAll()]);
    const sizes = answers.map(({ headers }) => Number(headers.get(SIZE)));
    for (const key of keys.slice(0, surplus(sizes, ROOM[name]))) await cache.delete(key);
  }
}

/** Return an answer that was kept and may still be shown. */
async function kept(key: string): Promise<Response | null> {
  for (const name of Object.keys(ROOM) as Shelf[]) {
    const found = await (await shelf(name)).match(key);
    const { headers } = found ?? {};
    if (headers && isFresh(leaveOf(headers.get("Cache-Control")), Number(headers.get(KEPT)), Date.now())) return found ?? null;
  }
  return null;
}

async function answer(event: FetchEvent, path: string): Promise<Response> {
  const { request } = event;
  const [asked, since] = [request.method === "POST" ? request.clone().text() : Promise.resolve(null), era];
  const network = fetch(request);
  const found = await fromServer(network, PATIENCE.answer);
  if (found) {
    if (!leaveOf(found.headers.get("Cache-Control"))) return found;
    const copy = found.clone();
    event.waitUntil(asked.then(async (body) => keep(await keyOf(path, body), copy, since)).catch(nothing));
    return found;
  }
  const known = await keyOf(path, await asked)
    .then(kept)
    .catch(nothing);
  return instead(known, network);
}

/** Fetch boards ahead, one after the other, until the server has enough of it. */
async function keepLooks(bodies: readonly string[]): Promise<void> {
  const since = era;
  const cache = await shelf("personal");
  for (const body of bodies.slice(0, MOST_LOOKS)) {
    const key = await keyOf(LOOK, body);
    if (since !== era) return;
    if (await cache.match(key)) continue;
    const found = await fetch(LOOK, { method: "POST", body, headers: { "Content-Type": "application/json" } });
    if (!found.ok) return;
    await keep(key, found, since);
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

// Tables.

const keyOfTable = (table: string): string => `/known/${table}`;

async function keepTable(full: KnownTable["full"]): Promise<void> {
  const known: KnownTable = { at: Date.now(), full };
  await put("personal", keyOfTable(full.table), new TextEncoder().encode(JSON.stringify(known)).buffer, []);
}

const knownTable = async (table: string): Promise<KnownTable | null> =>
  (await (await (await shelf("personal")).match(keyOfTable(table)))?.json()) ?? null;

async function forget(): Promise<void> {
  era++;
  await caches.delete(`${MINE}personal`);
  await leave(worker);
}

// What happens.

async function respond(message: ToWorker): Promise<unknown> {
  if (message.t === "version") return isVersionOf(message.script);
  if (message.t === "take-over") return worker.skipWaiting();
  if (message.t === "reached") return reached;
  if (message.t === "table") return keepTable(message.full);
  if (message.t === "known") return knownTable(message.table);
  if (message.t === "looks") return keepLooks(message.bodies);
  if (message.t === "forget") return forget();
  return null;
}

worker.addEventListener("install", (event) => {
  routeFiles(event as RoutedInstall);
  event.waitUntil(install());
});
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const done = respond(event.data as ToWorker).catch(nothing); // without storage the page does without
  event.waitUntil(done.then((said) => event.ports[0]?.postMessage(said ?? null)));
});
worker.addEventListener("push", (event) => {
  const told = read(event.data);
  if (told) event.waitUntil(notify(worker, told));
});
worker.addEventListener("notificationclick", (event) => event.waitUntil(follow(worker, event.notification)));
worker.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(renew(worker).catch(nothing)));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  const handling = origin === worker.location.origin ? handlingOf(method, mode, pathname, FILES) : null;
  if (handling === "page") event.respondWith(page(event));
  if (handling === "file") event.respondWith(file(event.request, pathname));
  if (handling === "answer") event.respondWith(answer(event, pathname + search));
});
