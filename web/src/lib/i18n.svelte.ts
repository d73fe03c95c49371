/** Texts in the reader's language, by owner: the page, core, server and every game. */
import { isText, keep, recall } from "./kept";
import type { Fact as Message } from "./messages";
import { catalogue, type Catalogue, type Texts, type Values } from "./texts";

export const LANGUAGES = { en: "English", ja: "日本語", de: "Deutsch", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;
export type { Values };

/** What the engine says, as data: the code is an owner, a dot and the name of a message. */
export type Fact = Pick<Message, "code"> & Partial<Message>;

/** The texts of a language. */
interface Common {
  /** What every page needs, by owner: all texts of page and server, and of the games their names and options. */
  default: Record<string, Texts>;
  /**
   * What is loaded when it is needed, by name: texts of pages such as replays, with what others say only there by its whole code; what the
   * board and the rules of a game say, such as "dakapo"; its lessons, "dakapo/lessons". Each language knows its own, so that a reader of one
   * does not load the addresses of the others.
   */
  more: Record<string, () => Promise<{ default: Texts }>>;
}
const everywhere = import.meta.glob<Common>("../i18n/*.ftl", { query: "?texts" });

/** Returns where the texts of a game are found that the page was built without: addresses by language. */
type Elsewhere = (game: string) => Promise<Record<string, string>>;
let elsewhere: Elsewhere = async () => ({});
export const findTexts = (find: Elsewhere): void => void (elsewhere = find);

const state = $state<{ language: Language }>({ language: "en" });
let catalogues = $state.raw<ReadonlyMap<string, Catalogue>>(new Map());
/** The owners of which there is more to come. */
let partial = $state.raw<ReadonlySet<string>>(new Set());
/** What was loaded: by language, and by game, language and whether with lessons. */
const common = new Map<string, Common>();
const loaded = new Map<string, Catalogue>();
/** The games whose texts are loaded or loading. */
const games = new Map<string, Promise<void>>();
/** The games whose lessons are wanted too. */
const taught = new Set<string>();
/** The language that was asked for last; it may still be loading. */
let wanted: Language = "en";

/** Tell whether the page was built with a game; known as soon as a language is there. */
const isBuiltIn = (game: string): boolean => game in (common.get(state.language)?.default ?? {});

export const language = (): Language => state.language;
/** All texts; another object when texts were loaded or the language has changed. */
export const texts = (): unknown => catalogues;

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

/** Load the texts of a game, or of pages such as replays, too; whoever asks meanwhile waits for the same. */
export function useGameTexts(game: string): Promise<void> {
  const known = games.get(game);
  if (known) return known;
  const loading = Promise.resolve().then(() => load(wanted));
  games.set(game, loading);
  loading.catch(() => games.delete(game)); // the next one who asks tries again
  return loading;
}

/** Tell whether the texts of a game are there. */
export const hasGameTexts = (game: string): boolean => catalogues.has(game) && !partial.has(game);

/** Load the texts of a game and of its lessons. */
export function useLessonTexts(game: string): Promise<void> {
  if (!taught.has(game)) games.delete(game);
  taught.add(game);
  return useGameTexts(game);
}

/** Load what a game says of itself and of its options, which the page has of those that it was built with. */
export const useGameLabels = (game: string): Promise<void> => (isBuiltIn(game) ? Promise.resolve() : useGameTexts(game));

async function load(name: Language): Promise<void> {
  wanted = name;
  const wished = [...games.keys()];
  const common = loadCommon(name);
  const [{ default: shared, more }] = await Promise.all([common, ...wished.map((game) => loadGame(game, name, common))]);
  if (name !== wanted) return; // another one was asked for meanwhile
  // What was asked for later may have come sooner.
  const there = [...games.keys()].filter((game) => wished.includes(game) || loaded.has(keyOf(game, name)));
  catalogues = new Map([
    ...Object.entries(shared).map(([owner, texts]) => [owner, catalogue(texts, name)] as const),
    ...there.map((game) => [game, loaded.get(keyOf(game, name)) ?? catalogues.get(game) ?? catalogue({}, name)] as const),
  ]);
  partial = new Set(Object.keys(shared).filter((owner) => owner in more && !there.includes(owner)));
  state.language = name;
  document.documentElement.lang = name;
}

async function loadCommon(name: Language): Promise<Common> {
  const texts = common.get(name) ?? (await everywhere[`../i18n/${name}.ftl`]?.()) ?? { default: {}, more: {} };
  common.set(name, texts);
  return texts;
}

async function loadGame(game: string, name: Language, common: Promise<Common>): Promise<void> {
  const key = keyOf(game, name);
  if (loaded.has(key)) return;
  const shared = await common;
  const own = shared.more[game];
  if (!own) return void loaded.set(key, await foreignTexts(game, name));
  const lessons = taught.has(game) ? shared.more[`${game}/lessons`] : undefined;
  const found = await Promise.all([own(), lessons?.()]);
  const texts = [shared.default[game], ...found.map((part) => part?.default)];
  loaded.set(key, catalogue(Object.assign({}, ...texts) as Texts, name));
}

const keyOf = (game: string, name: Language): string => `${game}/${name}${taught.has(game) ? "/lessons" : ""}`;

/** Return the texts of a game that the page was built without; only these need a parser. */
async function foreignTexts(game: string, name: Language): Promise<Catalogue> {
  const [[language, texts], { FluentBundle, FluentResource }] = await Promise.all([fetchTexts(game, name), import("@fluent/bundle")]);
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(texts));
  return (id, values) => {
    const pattern = bundle.getMessage(id)?.value;
    // Errors go to a list that is dropped: a text with a gap is better than none.
    return pattern ? bundle.formatPattern(pattern, values, []) : null;
  };
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

/** Return a text of the page or of a game by its code, such as page.play. Empty while its owner's texts are loading. */
export function t(code: string, values?: Values): string {
  const owner = code.slice(0, code.indexOf("."));
  return format(code, values) ?? (catalogues.has(owner) && !partial.has(owner) ? code : "");
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
  const own = catalogues.get(code.slice(0, dot))?.(code.slice(dot + 1), values);
  return own ?? [...catalogues.values()].map((texts) => texts(code, values)).find((text) => text !== null) ?? null;
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
