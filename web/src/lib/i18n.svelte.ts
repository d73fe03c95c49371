/** Texts in the reader's language. Keys are the English texts; what the engine says is matched against them as templates. */
import { isText, keep, recall } from "./kept";

export const LANGUAGES = { en: "English", ja: "日本語", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;
type Catalogue = Record<string, string>;
type Values = Record<string, string | number>;

const loaders = {
  ...import.meta.glob<Catalogue>("../i18n/*.json", { import: "default" }),
  ...import.meta.glob<Catalogue>("../../../src/encore/games/*/i18n/*.json", { import: "default" }),
};

const HOLE = /\{(\w+)\}/g;
const state = $state<{ language: Language; texts: Catalogue }>({ language: "en", texts: {} });
/** What has come, by its path, and the games whose texts are there or on their way. */
const loaded = new Map<string, Catalogue>();
const games = new Map<string, Promise<void>>();
/** The language that was asked for last; it may be on its way still. */
let wanted: Language = "en";
let templates: { pattern: RegExp; names: string[]; text: string }[] | null = null;

export const language = (): Language => state.language;

/** Use the language that the reader chose before, else the browser's, else English. */
export async function startLanguage(): Promise<void> {
  const known = (name: unknown): name is Language => isText(name) && Object.hasOwn(LANGUAGES, name);
  const chosen = [recall("language", known, null), ...navigator.languages.map((name) => name.slice(0, 2))].find(known);
  await load(chosen ?? "en");
}

/** Use another language; one whose texts do not come leaves the old one as it is. */
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
  const parts = ["../i18n/", ...[...games.keys()].map((game) => `/games/${game}/i18n/`)];
  const of = (path: string): boolean => path.endsWith(`/${name}.json`);
  const paths = Object.keys(loaders).filter((path) => of(path) && parts.some((part) => path.includes(part)));
  await Promise.all(paths.map(async (path) => loaded.set(path, (await loaders[path]?.()) ?? {})));
  if (name !== wanted) return; // another one was asked for meanwhile
  state.texts = Object.assign({}, ...[...loaded].flatMap(([path, texts]) => (of(path) ? [texts] : [])));
  state.language = name;
  templates = null;
  document.documentElement.lang = name;
}

/** Return a text of the page, with its holes filled. */
export function t(key: string, values?: Values): string {
  return fill(state.texts[key] ?? key, values);
}

function fill(text: string, values?: Values): string {
  return values ? text.replace(HOLE, (hole, name: string) => String(values[name] ?? hole)) : text;
}

/** Translate a sentence of the engine: the template that fits it is found, and what fills its holes translated in turn. */
export function tr(sentence: string): string {
  const exact = state.texts[sentence];
  if (exact !== undefined) return exact;
  templates ??= Object.entries(state.texts).filter(([key]) => key.includes("{")).map(compile).sort(byPlainLength);
  for (const { pattern, names, text } of templates) {
    const found = pattern.exec(sentence);
    if (found) return fill(text, Object.fromEntries(names.map((name, index) => [name, tr(found[index + 1] ?? "")])));
  }
  return sentence;
}

function compile([key, text]: [string, string]): { pattern: RegExp; names: string[]; text: string; plain: number } {
  const names = [...key.matchAll(HOLE)].map((hole) => hole[1] ?? "");
  const plain = key.split(HOLE).filter((_, index) => index % 2 === 0);
  const source = plain.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)");
  return { pattern: new RegExp(`^${source}$`), names, text, plain: plain.join("").length };
}

/** Of two templates that fit, the one with more of its own words is meant. */
const byPlainLength = (one: { plain?: number }, other: { plain?: number }): number => (other.plain ?? 0) - (one.plain ?? 0);
