/** Notices in the service worker: shown, clicked, closed, and renewed where the push service has changed. */

/** What the server sends; "done" closes what another has shown. */
export interface Notified {
  kind: "turn" | "time" | "begun" | "rematch" | "vote" | "done";
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

async function close(worker: ServiceWorkerGlobalScope, tag: string): Promise<void> {
  for (const one of await worker.registration.getNotifications({ tag })) one.close();
}

/** Show a notice, unless the table stands before the reader. */
export async function notify(worker: ServiceWorkerGlobalScope, told: Notified): Promise<void> {
  if (told.kind === "done") return close(worker, told.tag);
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && new URL(page.url).pathname === addressOf(told.table))) return;
  await worker.registration.showNotification(told.title ?? "Encore", {
    body: told.body ?? "",
    tag: told.tag,
    icon: "/icon-192.png",
    data: { table: told.table },
  });
}

/** Go to the table of a notification: to the page that has it open, or else to a new one. */
export async function follow(worker: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const { table } = (notification.data ?? {}) as { table?: unknown };
  const address = isTable(table) ? addressOf(table) : "/me";
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
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
