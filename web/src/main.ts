import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startLanguage } from "$lib/i18n.svelte";
import { loadAhead } from "$lib/pages";
import { route, startRouting } from "$lib/route.svelte";
import { startSettings } from "$lib/settings.svelte";

startSettings();
startRouting();
// Not at the top level of this module: the pages are modules that wait for the end of this one.
void Promise.all([startLanguage(), loadAhead(route())]).then(() => {
  const target = document.getElementById("page");
  if (target) mount(App, { target });
  // What works without a network comes after all that the first page needs. The server of npm run dev has no worker.
  const { serviceWorker } = navigator;
  if (!import.meta.env.PROD || !serviceWorker) return;
  const begin = (): unknown => import("$lib/offline");
  if (serviceWorker.controller) begin();
  else serviceWorker.oncontrollerchange = begin;
  setTimeout(() => serviceWorker.register("/service-worker.js").catch(() => undefined), 2000);
});
