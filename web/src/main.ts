import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startLanguage } from "$lib/i18n.svelte";
import { startRouting } from "$lib/route.svelte";
import { startSettings } from "$lib/settings.svelte";

startSettings();
startRouting();
await startLanguage();
const target = document.getElementById("page");
if (target) mount(App, { target });
