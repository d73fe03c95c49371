/** Notices in this browser: whether it can show them, and how they are switched on and off. */
import { ask, own } from "./http";
import { language } from "./i18n.svelte";
import { isText, keep, recall } from "./kept";
import type { NewSubscription, OwnNotices } from "./messages";

export type Kind = OwnNotices["kinds"][number];
export const KINDS: readonly Kind[] = ["turn", "time", "begun", "rematch", "vote", "return"];

/** For whom notices were switched on here; whoever signs in next is asked anew. */
const OWNER = "notices";
const PATH = "/api/me/push";

let known = $state.raw<OwnNotices | null>(null);
/** What the server sends to whom; null before it has said it. */
export const notices = (): OwnNotices | null => known;
/** Whether the person gets notices in this browser. */
export const hasNotices = (): boolean => !!known?.subscriptions.some(({ current }) => current);

export const canNotify = (): boolean => "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;
/** Whether the reader has told the browser to show none. */
export const isBlocked = (): boolean => canNotify() && Notification.permission === "denied";

/** Ask what is switched on. A browser whose session has changed since says again where it is reached. */
export async function loadNotices(person: string): Promise<void> {
  known = await ask<OwnNotices>(PATH);
  if (hasNotices() || !canNotify() || recall(OWNER, isText, "") !== person || Notification.permission !== "granted") return;
  await subscribe();
}

/** Switch notices on in this browser; only now the reader is asked for permission. */
export async function switchOn(person: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw own(0, "notices.blocked");
  known ??= await ask<OwnNotices>(PATH);
  await subscribe();
  keep(OWNER, person);
}

async function subscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = known?.key ?? "";
  const wanted = { userVisibleOnly: true, applicationServerKey };
  const found = await pushManager.subscribe(wanted).catch(async () => {
    // One for another key, of a server that was set up anew, is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = found.toJSON();
  const wish = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth }, language: language() } as NewSubscription;
  known = await ask<OwnNotices>(PATH, wish, "PUT");
}

/** Switch notices off in a browser of the person. */
export async function switchOff(id: string): Promise<void> {
  const here = known?.subscriptions.find((one) => one.id === id)?.current;
  known = await ask<OwnNotices>(`${PATH}/${id}`, {}, "DELETE");
  if (!here) return;
  keep(OWNER, "");
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

export async function choose(kinds: Kind[]): Promise<void> {
  known = await ask<OwnNotices>("/api/me/notices", { kinds }, "PATCH");
}
