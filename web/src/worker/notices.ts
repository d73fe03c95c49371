/** Notices in the service worker: shown, clicked, closed, and renewed where the push service has changed. */

/** What the server sends; "done" closes what another has shown. */
export interface Notified {
  kind: "turn" | "time" | "begun" | "rematch" | "vote" | "return" | "done";
  table: string;
  tag: string;
  title?: string;
  body?: string;
}

const isTable = (name: unknown): name is string => typeof name === "string" && /^[\w-]{1,64}$/.test(name);
export const addressOf = (table: string): string => `/table/${table}`;

/** Return a message of the server; null for what is none. */
export function read(data: { json(): unknown } | null): Notified | null {
  try {
    const told = data?.json() as Partial<Notified> | undefined;
    return told && isTable(told.table) && typeof told.tag === "string" && told.kind ? (told as Notified) : null;
  } catch {
    return null;
  }
}

/** Milliseconds for which a notification is left that says that nothing is to be done. */
export const MOMENT = 2000;
const ICON = "/icon-192.png";

type Page = Pick<WindowClient, "url" | "visibilityState">;
const isVisible = (page: Page): boolean => page.visibilityState === "visible";
const pagesOf = (worker: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> =>
  worker.clients.matchAll({ type: "window", includeUncontrolled: true });

async function close(worker: ServiceWorkerGlobalScope, which: (one: Notification) => boolean): Promise<void> {
  for (const one of await worker.registration.getNotifications()) if (which(one)) one.close();
}

/**
 * Close the notification of a notice that is over.
 *
 * A subscription with `userVisibleOnly` promises that each message has an effect that can be seen (Push API), and browsers
 * offer no other one. Chrome counts when the event ends: unless a page of this site is visible, or one of its notifications
 * is left, it shows one of its own ("This site has been updated in the background"). So the last notification is not
 * closed but replaced, without a sound, by one that says that nothing is to be done. It is closed a moment after the event.
 */
async function withdraw(worker: ServiceWorkerGlobalScope, told: Notified): Promise<void> {
  const shown = await worker.registration.getNotifications();
  if (shown.some(({ tag }) => tag !== told.tag) || (await pagesOf(worker)).some(isVisible))
    return close(worker, ({ tag }) => tag === told.tag);
  const data = { table: told.table, over: true };
  await worker.registration.showNotification(told.title ?? "Encore", {
    body: told.body ?? "",
    tag: told.tag,
    icon: ICON,
    silent: true,
    data,
  });
  // Only this one: by then there may be a new notice with its tag.
  setTimeout(() => void close(worker, (one) => (one.data as { over?: boolean } | null)?.over === true), MOMENT);
}

/** Show a notice, unless the table stands before the reader. */
export async function notify(worker: ServiceWorkerGlobalScope, told: Notified): Promise<void> {
  if (told.kind === "done") return withdraw(worker, told);
  const pages = await pagesOf(worker);
  if (pages.some((page) => isVisible(page) && new URL(page.url).pathname === addressOf(told.table))) return;
  await worker.registration.showNotification(told.title ?? "Encore", {
    body: told.body ?? "",
    tag: told.tag,
    icon: ICON,
    data: { table: told.table },
  });
}

/** Go to the table of a notification: to the page that has it open, or else to a new one. */
export async function follow(worker: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { table } = (notification.data ?? {}) as { table?: unknown };
  const address = isTable(table) ? addressOf(table) : "/me";
  const pages = await pagesOf(worker);
  const open = pages.find((page) => new URL(page.url).pathname === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

/** End notices in this browser: whoever uses it next must not read those of the person who has signed out. */
export async function leave(worker: ServiceWorkerGlobalScope): Promise<void> {
  await close(worker, () => true);
  await (await worker.registration.pushManager?.getSubscription())?.unsubscribe();
}

/** Tell the server where this browser is reached now, as long as somebody is signed in. */
export async function renew(worker: ServiceWorkerGlobalScope): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const { person } = (await (await fetch("/api/me")).json()) as { person: { language: string } | null };
  if (!person) return;
  const { key } = (await (await fetch("/api/me/push")).json()) as { key: string };
  const found = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = found.toJSON();
  const wish = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth }, language: person.language };
  await fetch("/api/me/push", { method: "PUT", headers, body: JSON.stringify(wish) });
}
