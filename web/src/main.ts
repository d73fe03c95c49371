import "./early";
import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startLanguage } from "$lib/i18n.svelte";
import { loadAhead } from "$lib/pages";
import { route, startRouting } from "$lib/route.svelte";
import { startSettings } from "$lib/settings.svelte";

/** Milliseconds after which the page is surely drawn, so that the rest does not delay it. */
const AFTER = 1000;

startSettings();
startRouting();
// Not at the top level of this module: the pages are modules that wait for the end of this one.
void Promise.all([startLanguage(), loadAhead(route())]).then(() => {
  const target = document.getElementById("page");
  if (target) mount(App, { target });
  // What works without a network comes after all that the first page needs. Only the built page has a manifest and a worker.
  const { serviceWorker } = navigator;
  if (!serviceWorker || !document.querySelector("[rel=manifest]")) return;
  const begin = (): unknown => import("$lib/offline");
  setTimeout(() => {
    if (serviceWorker.controller) begin();
    else serviceWorker.oncontrollerchange = begin;
    return serviceWorker.register("/service-worker.js").catch(() => undefined);
  }, AFTER);
});
