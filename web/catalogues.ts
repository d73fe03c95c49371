/**
 * The Fluent texts: every language has every message with the same variables, and every message that the code uses exists and is
 * used. The build compiles them: one module for each language with what every page needs, and one for each game.
 */
import { parse, Message, Term, VariableReference, Visitor } from "@fluent/syntax";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import type { Texts } from "./src/lib/texts.ts";
import { compile } from "./texts.ts";

export const LANGUAGES = ["en", "ja", "de", "fr"] as const;

interface Text {
  /** As the file has it, to be searched for words. */
  source: string;
  variables: string;
}

/** An owner of texts: the page, core, server or a game, and the code that uses them. */
interface Owner {
  name: string;
  texts: Map<string, Map<string, Text>>;
  faults: string[];
}

/**
 * The owners of texts that are loaded when they are needed: of replays and the analysis, games by the day, lessons, what people do about others, notices,
 * the time without a network, people, puzzles, ratings, seeks, settings, and what players ask each other.
 */
const LATER = [
  "analysis",
  "days",
  "learn",
  "moderation",
  "notices",
  "offline",
  "people",
  "puzzles",
  "ratings",
  "seeks",
  "settings",
  "votes",
];
const HOME = join(import.meta.dirname, "..");

/** Return the files below a folder whose names fit. */
function files(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((one) => name.test(one) && !one.includes("node_modules")).map((one) => join(folder, one));
}

const SOURCE = /(?<!\.test)\.(svelte|ts)$/;

class Variables extends Visitor {
  readonly names = new Set<string>();
  override visitVariableReference(node: VariableReference): void {
    this.names.add(node.id.name);
  }
}

/** Read one file of texts; what is no message is a fault. */
function read(path: string, faults: string[]): Map<string, Text> {
  const found = new Map<string, Text>();
  if (!existsSync(path)) {
    faults.push(`${path} is missing`);
    return found;
  }
  const text = readFileSync(path, "utf8");
  for (const entry of parse(text, { withSpans: true }).body) {
    const source = text.slice(entry.span?.start, entry.span?.end);
    if (entry.type === "Junk") faults.push(`${path}: no Fluent message: ${source.trim().split("\n")[0]}`);
    if (!(entry instanceof Message || entry instanceof Term)) continue;
    const id = `${entry instanceof Term ? "-" : ""}${entry.id.name}`;
    if (found.has(id)) faults.push(`${path} has ${id} twice`);
    const variables = new Variables();
    variables.visit(entry);
    found.set(id, { source: source.replace(/^[^=]*=/, ""), variables: [...variables.names].sort().join(" ") });
  }
  return found;
}

function owner(name: string, folder: string): Owner {
  const faults: string[] = [];
  const texts = new Map(LANGUAGES.map((one) => [one as string, read(join(folder, `${one}.ftl`), faults)]));
  const english = texts.get("en") ?? new Map<string, Text>();
  for (const [language, own] of texts) {
    const path = join(folder, `${language}.ftl`);
    for (const [id, { variables }] of english) {
      const other = own.get(id);
      if (!other && id.startsWith("-")) continue; // a language may have terms of its own
      if (!other) faults.push(`${path} lacks ${id}`);
      else if (other.variables !== variables) faults.push(`${path}: ${id} has other variables than in English`);
    }
    for (const [id, { source }] of own) {
      if (!english.has(id) && !id.startsWith("-")) faults.push(`${path} has ${id}, which English lacks`);
      if (STRANGE[language]?.test(source)) faults.push(`${path} addresses the reader otherwise in ${id}`);
    }
  }
  return { name, texts, faults };
}

/**
 * The other form of address, where it can be told: German says du (at the beginning of a sentence, Sie may be others), French vous.
 */
const STRANGE: Record<string, RegExp> = {
  de: /(?<=[\p{L},;] )(Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})/u,
  fr: /(?<![\p{L}-])(tu|te|toi|ton|ta|tes|tiens?|tiennes?)(?!\p{L})|(?<!\p{L})t[’'](?=\p{L})/iu,
};

/** A call of t, with its code if that is a literal and nothing else. */
const USED = /(?<!function )\bt\((?:\s*["']([^"']*)["']\s*[,)])?/g;

/** A code as a value, as in { code: "page.no-answer" }. */
const WRITTEN = /["'](\w+\.[a-z][a-z0-9-]*)["']/g;

/** Return the codes that sources use, and the faults: those no file has, and uses that can be told only when they run. */
function uses(paths: string[], known: Map<string, Owner>): { codes: Set<string>; faults: string[] } {
  const codes = new Set<string>();
  const faults: string[] = [];
  for (const path of paths) {
    const code = readFileSync(path, "utf8");
    for (const { 1: literal = "" } of code.matchAll(WRITTEN)) codes.add(literal);
    for (const { index, 1: literal } of code.matchAll(USED)) {
      const [name = "", id = ""] = (literal ?? "").split(/\.(.*)/s);
      if (!literal) faults.push(`${path}: ${code.slice(index, index + 40).split("\n")[0]} … cannot be looked up; t takes a literal`);
      else if (!known.get(name)?.texts.get("en")?.has(id)) faults.push(`${path} uses ${literal}, which has no text`);
    }
  }
  return { codes, faults };
}

/** Texts of a game that the page and the terminal look up by names that follow from data. */
const CONVENTIONAL = /^(title|summary|players-\d+|option-[a-z0-9-]+)$/;

/** Kinds and themes of puzzles, whose names stand in files of puzzles; what a game is about, for those who see its table first. */
const BY_NAME = /^((puzzle|theme)-|goal$)/;

/** Return the texts of an owner that stand in no source. */
function unused({ name, texts }: Owner, isGame: boolean, used: Set<string>): string[] {
  const ids = [...(texts.get("en")?.keys() ?? [])].filter((id) => !id.startsWith("-"));
  return ids.filter((id) => !used.has(`${name}.${id}`) && !(isGame && (CONVENTIONAL.test(id) || BY_NAME.test(id))));
}

/** Return all faults of the texts below a folder, with paths from there. */
export function faults(root = HOME): string[] {
  const games = join(root, "src/encore/games");
  const names = readdirSync(games)
    .sort()
    .filter((game) => existsSync(join(games, game, "i18n/en.ftl")));
  const folders = new Map([
    ["page", join(root, "web/src/i18n")],
    ...LATER.map((name) => [name, join(root, "web/src/i18n", name)] as const),
  ]);
  for (const name of ["core", "server"]) folders.set(name, join(root, "src/encore", name, "i18n"));
  for (const name of names) folders.set(name, join(games, name, "i18n"));
  const owners = [...folders].map(([name, folder]) => owner(name, folder));
  const found = owners.flatMap((one) => one.faults);
  const known = new Map(owners.map((one) => [one.name, one]));
  const page = uses(files(join(root, "web/src"), SOURCE), new Map([...known].filter(([name]) => ["page", ...LATER].includes(name))));
  const used = new Set(page.codes);
  found.push(...page.faults);
  for (const game of names) {
    const own = uses(files(join(games, game, "web"), SOURCE), new Map([...known].filter(([name]) => name === "page" || name === game)));
    found.push(...own.faults);
    for (const code of own.codes) used.add(code);
  }
  // The rules, the server and the lessons name most of their texts in Python.
  for (const path of files(join(root, "src/encore"), /\.py$/)) {
    for (const { 1: code = "" } of readFileSync(path, "utf8").matchAll(WRITTEN)) used.add(code);
  }
  for (const one of owners) {
    const ids = unused(one, names.includes(one.name), used);
    found.push(...ids.map((id) => `${folders.get(one.name)} has ${id}, which nothing uses`));
  }
  return found.map((fault) => fault.replaceAll(`${root}/`, ""));
}

/** Names of kinds and themes of puzzles, their tasks, and why a move does not solve them. */
const OF_PUZZLES = /^(puzzle|theme|task|refuted)-/;
/** Texts of lessons, and what the signs at the table mean. */
const OF_LESSONS = /^(lesson|legend)-/;
/** Texts of the core that any page may show; most are about records and options. */
const OF_CORE = /^plain$/;

/** The texts of a game or of the core come in parts: those that every page may show, those of lessons and puzzles, and the rest. */
function partOf(id: string, isCore: boolean): "labels" | "lessons" | "puzzles" | "texts" {
  if (isCore) return OF_CORE.test(id) ? "labels" : "texts";
  if (CONVENTIONAL.test(id)) return "labels";
  if (OF_PUZZLES.test(id)) return "puzzles";
  return OF_LESSONS.test(id) ? "lessons" : "texts";
}

const only = (texts: Texts, part: string, isCore = false): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([id]) => partOf(id, isCore) === part));

const compiled = (folder: string, language: string): Texts => compile(readFileSync(join(HOME, folder, `i18n/${language}.ftl`), "utf8"));

/** Return the texts of one part of each game in a language. */
const ofGames = (part: string, language: string): [string, Texts][] =>
  readdirSync(join(HOME, "src/encore/games"))
    .filter((name) => existsSync(join(HOME, "src/encore/games", name, `i18n/${language}.ftl`)))
    .map((name) => [name, only(compiled(`src/encore/games/${name}`, language), part)]);

/**
 * Texts of the server that only some pages show. What only programs can do wrong, no page has; should it come up, it is told in the English
 * that comes with it.
 */
const OF_SERVER: Record<string, RegExp> = {
  analysis: /^(deal-|evaluation-failed|record-|review-|hidden-record|no-(game|move)-number|nobody-moves-here|too-many-(moves|players))/,
  moderation: /^(banned|muted|closed-|nobody-(there|to-block)|block-yourself|blocked-here|no-block|too-many-blocks|draining)/,
  notices: /^(endpoint-unresolved|mail-failed|no-mail|no-subscription|too-many-subscriptions|wrong-(endpoint|mail-link))$/,
  days: /^(holiday|plan)-/,
  people: /passkey|^(confirm-first|no-seat-to-keep|no-session|not-(confirmed|signed-in)|seat-kept|wrong-(code|link))$/,
  puzzles: /puzzle|daily|^no-picture$/,
  programs:
    /^((days|live)-clock|message-unreadable|no-(address|bot|length|method|seat)|other-(name|site)|request-unreadable|seats-for-players|text-or-phrase)$/,
  ratings: /^(rated-(people|table)|rating-range)$/,
  seeks: /^(no-game-for|nobody-waits|not-your-table)$/,
  votes: /^(ended-by-vote|has-voted|no-vote|nobody-returns|other-returns|return-declined|vote-open)$/,
};

/** Return the texts of the server for one page, or those for every page. */
function ofServer(page: string | null, language: string): Texts {
  const pageOf = (id: string): string | null => Object.keys(OF_SERVER).find((one) => OF_SERVER[one]?.test(id)) ?? null;
  return Object.fromEntries(Object.entries(compiled("src/encore/server", language)).filter(([id]) => pageOf(id) === page));
}

/** Return the code of the texts that are loaded when they are needed, each under its name: see src/lib/i18n.svelte.ts. */
function loaders(language: string): string {
  const file = `i18n/${language}.ftl`;
  const entries = [
    ...LATER.map((name) => [name, `./${name}/${language}.ftl?texts`]),
    ...ofGames("texts", language).flatMap(([game]) =>
      [
        [game, "texts"],
        [`${game}/lessons`, "lessons"],
      ].map(([name, query]) => [name, `../../../src/encore/games/${game}/${file}?${query}`]),
    ),
  ];
  return `export const more = {${entries.map(([name, path]) => `"${name}": () => import("${path}")`).join()}};`;
}

/** Return what every page needs in a language, by owner. */
function everywhere(language: string): Record<string, Texts> {
  return {
    page: compiled("web/src", language),
    core: only(compiled("src/encore/core", language), "labels", true),
    server: ofServer(null, language),
    ...Object.fromEntries(ofGames("labels", language)),
  };
}

/**
 * Return what others say only on some pages, by its whole code: games of their puzzles, the core of records, and the server of each. One
 * file has them all, since a day has puzzles of each game.
 */
function saidOn(page: string, language: string): Texts {
  const core = (): [string, Texts][] => [["core", only(compiled("src/encore/core", language), "texts", true)]];
  const others = page === "puzzles" ? ofGames("puzzles", language) : page === "analysis" ? core() : [];
  const owners: [string, Texts][] = [...others, ["server", ofServer(page, language)]];
  return Object.fromEntries(owners.flatMap(([owner, texts]) => Object.entries(texts).map(([id, text]) => [`${owner}.${id}`, text])));
}

/** Fails the build where a text is missing, unused, or cannot be looked up. */
export function catalogues(): Plugin {
  return {
    name: basename(import.meta.filename, ".ts"),
    buildStart() {
      const found = faults();
      if (found.length) this.error(`${found.length} faults in the texts:\n${found.slice(0, 20).join("\n")}`);
    },
    load(id) {
      const [path = "", query = ""] = id.split("?");
      if (!path.endsWith(".ftl") || !["texts", "lessons"].includes(query)) return null;
      const own = compile(readFileSync(path, "utf8"));
      const [language, folder] = [basename(path, ".ftl"), basename(dirname(path))];
      const module = (texts: Texts | Record<string, Texts>, more = ""): { code: string; map: null; moduleType: "js" } => ({
        code: `export default ${JSON.stringify(texts)};${more}`,
        map: null,
        moduleType: "js",
      });
      if (!path.startsWith(join(HOME, "web/src/"))) return module(only(own, query));
      if (LATER.includes(folder)) return module({ ...own, ...saidOn(folder, language) });
      return module(everywhere(language), loaders(language));
    },
  };
}
