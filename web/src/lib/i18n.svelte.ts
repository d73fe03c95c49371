/** Texts in the reader's language, from Fluent files: one bundle for each owner (the page, core, server and every game). */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { isText, keep, recall } from "./kept";
import type { Fact as Message } from "./messages";

export const LANGUAGES = { en: "English", ja: "日本語", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;

/** What the engine says, as data: the code is an owner, a dot and the name of a message. */
export type Fact = Pick<Message, "code"> & Partial<Message>;

const files = {
  ...import.meta.glob<string>("../i18n/*.ftl", { query: "?raw", import: "default" }),
  ...import.meta.glob<string>("../../../src/encore/{core,server}/i18n/*.ftl", { query: "?raw", import: "default" }),
  ...import.meta.glob<string>("../../../src/encore/games/*/i18n/*.ftl", { query: "?raw", import: "default" }),
};
/** Return owner and language of a file of texts: "page/de". */
const keyOf = (path: string): string =>
  `${path.startsWith("../i18n/") ? "page" : path.split("/").at(-3)}/${path.split("/").at(-1)?.slice(0, 2)}`;
/** The texts that the page was built with. */
const builtIn = new Map(Object.entries(files).map(([path, load]) => [keyOf(path), load]));

/** Returns where the texts of a game are found that the page was built without: addresses by language. */
type Elsewhere = (game: string) => Promise<Record<string, string>>;
let elsewhere: Elsewhere = async () => ({});
export const findTexts = (find: Elsewhere): void => void (elsewhere = find);

const state = $state<{ language: Language }>({ language: "en" });
let bundles = $state.raw<ReadonlyMap<string, FluentBundle>>(new Map());
/** What was loaded, by owner and language, and the games whose texts are loaded or loading. */
const loaded = new Map<string, { texts: FluentResource; language: string }>();
const games = new Map<string, Promise<void>>();
/** The language that was asked for last; it may still be loading. */
let wanted: Language = "en";

export const language = (): Language => state.language;

/** Use the language that the reader chose before, else the browser's, else English. */
export async function startLanguage(): Promise<void> {
  const known = (name: unknown): name is Language => isText(name) && Object.hasOwn(LANGUAGES, name);
  const chosen = [recall("language", known, null), ...navigator.languages.map((name) => name.slice(0, 2))].find(known);
  await load(chosen ?? "en");
}

/** Use another language; one whose texts do not load leaves the old one as it is. */
export async function chooseLanguage(name: Language): Promise<void> {
  try {
    await load(name);
    if (wanted === name) keep("language", name);
  } catch (error) {
    if (wanted !== name) return; // another was chosen since
    wanted = state.language;
    throw error;
  }
}

/** Load the texts of a game too; whoever asks meanwhile waits for the same. */
export function useGameTexts(game: string): Promise<void> {
  const known = games.get(game);
  if (known) return known;
  const loading = Promise.resolve().then(() => load(wanted));
  games.set(game, loading);
  loading.catch(() => games.delete(game)); // the next one who asks tries again
  return loading;
}

async function load(name: Language): Promise<void> {
  wanted = name;
  const owners = ["page", "core", "server", ...games.keys()];
  await Promise.all(owners.map((owner) => loadTexts(owner, name)));
  if (name !== wanted) return; // another one was asked for meanwhile
  bundles = new Map(owners.map((owner) => [owner, bundle(loaded.get(`${owner}/${name}`))]));
  state.language = name;
  document.documentElement.lang = name;
}

async function loadTexts(owner: string, name: Language): Promise<void> {
  const key = `${owner}/${name}`;
  if (loaded.has(key)) return;
  const own = builtIn.get(key);
  const [language, texts] = own ? [name, await own()] : await fetchTexts(owner, name);
  loaded.set(key, { language, texts: new FluentResource(texts) });
}

/** Return the language and the texts of a game from elsewhere: in English where it has no other, and none where it has none. */
async function fetchTexts(game: string, name: Language): Promise<[string, string]> {
  const addresses = await elsewhere(game);
  const language = addresses[name] ? name : "en";
  const address = addresses[language];
  if (!address) return [language, ""];
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return [language, await response.text()];
}

/** Return a bundle whose plural rules are those of the texts' language. */
function bundle(found: { texts: FluentResource; language: string } | undefined): FluentBundle {
  const made = new FluentBundle(found?.language ?? "en", { useIsolating: false });
  if (found) made.addResource(found.texts);
  return made;
}

/** Return a text of the page or of a game by its code, such as page.play. Empty while its owner's texts are loading. */
export function t(code: string, values?: Values): string {
  return format(code, values) ?? (bundles.has(code.slice(0, code.indexOf("."))) ? code : "");
}

/** Render a fact; one without a text here, such as that of a game from elsewhere, is shown in the English that came with it. */
export function say(fact: Fact | null | undefined, english = ""): string {
  return (fact && format(fact.code, rendered(fact.args ?? {}))) ?? english;
}

/** Return the text with a name that follows from data, such as option-target, or the English given. */
export function named(owner: string, id: string, english: string, values?: Values): string {
  return format(`${owner}.${id}`, values) ?? english;
}

/** Return words in a row, as the language joins them. */
export const listed = (words: string[]): string => new Intl.ListFormat(state.language, { type: "conjunction" }).format(words);

function format(code: string, values?: Values): string | null {
  const dot = code.indexOf(".");
  const found = bundles.get(code.slice(0, dot));
  const pattern = found?.getMessage(code.slice(dot + 1))?.value;
  if (!found || !pattern) return null;
  // Errors go to a list that is dropped: a text with a gap is better than none, and the build checks names and variables.
  return found.formatPattern(pattern, values, []);
}

/** Arguments may be facts and lists of facts: these are rendered first. */
function rendered(args: Record<string, unknown>): Values {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argument(value)]));
}

function argument(value: unknown): string | number {
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return listed(value.map((one) => String(argument(one))));
  if (typeof value === "object" && value !== null && "code" in value) return say(value as Fact);
  return String(value);
}
