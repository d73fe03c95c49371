/** The time without a network: what is shown is kept for it, and the page says when it begins and ends. */
import { mount } from "svelte";
import { useGameTexts } from "./i18n.svelte";
import { shown } from "./kept";
import type { Full } from "./messages";
import { keepTable } from "./worker";
import Offline from "../parts/Offline.svelte";

/** Milliseconds between two looks at the table that is shown: storage is slow, and a game is fast. */
const EVERY = 2000;
let last: Full | undefined;

function keepShown(): void {
  const { full } = shown;
  if (!full || full === last) return;
  last = full;
  void keepTable(full);
  void closeNotices();
}

/** Whoever has a table before them needs no notice of it. */
async function closeNotices(): Promise<void> {
  if (document.hidden || !shown.full) return;
  const tag = `table-${shown.full.table}`;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const one of (await registration?.getNotifications?.({ tag })) ?? []) one.close();
}

setInterval(keepShown, EVERY);
document.addEventListener("visibilitychange", keepShown);
document.addEventListener("visibilitychange", () => void closeNotices());
addEventListener("pagehide", keepShown);

void useGameTexts("offline").then(
  () => {
    const target = document.querySelector("header");
    if (target) mount(Offline, { target });
  },
  () => undefined, // the page does without
);
