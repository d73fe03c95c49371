/** The texts of the page: every language has every text, and every text that the code uses is there. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "ja", "de", "fr"] as const;

type Catalogue = Record<string, string>;

const here = import.meta.dirname;
const shell = join(here, "src/i18n");
const games = join(here, "../src/encore/games");
const gameFolders = (): string[] => readdirSync(games).map((game) => join(games, game, "i18n")).filter((folder) => existsSync(folder));

/** Return the sources below a folder. */
function sources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => /\.(svelte|ts)$/.test(name)).map((name) => join(folder, name));
}

function read(folder: string): Map<string, Catalogue> {
  return new Map(LANGUAGES.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))]));
}

const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join(" ");

/** Return what is missing or wrong in one folder of catalogues. */
function faultsOf(folder: string): string[] {
  const languages = read(folder);
  const faults: string[] = [];
  const all = new Set([...languages.values()].flatMap((catalogue) => Object.keys(catalogue)));
  for (const [name, catalogue] of languages) {
    for (const key of all) {
      const text = catalogue[key];
      const where = `${relative(join(here, ".."), folder)}/${name}.json`;
      if (!text) faults.push(`${where} lacks ${JSON.stringify(key)}`);
      else if (placeholders(text) !== placeholders(key)) faults.push(`${where}: other placeholders in ${JSON.stringify(key)}`);
    }
  }
  return faults;
}

const USED = /\bt\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

/** Return the texts that code uses but no catalogue has. */
function unknownIn(files: string[], known: Set<string>): string[] {
  const faults: string[] = [];
  for (const file of files) {
    for (const found of readFileSync(file, "utf8").matchAll(USED)) {
      const literal = found[1] ?? "";
      const key: string = literal.startsWith('"') ? JSON.parse(literal) : literal.slice(1, -1).replace(/\\'/g, "'");
      if (!known.has(key)) faults.push(`${relative(join(here, ".."), file)} says ${JSON.stringify(key)}, which is in no catalogue`);
    }
  }
  return faults;
}

export function faults(): string[] {
  const common = new Set(Object.keys(read(shell).get("en") ?? {}));
  const found = [shell, ...gameFolders()].flatMap(faultsOf);
  found.push(...unknownIn(sources(join(here, "src")), common));
  for (const folder of gameFolders()) {
    const own = new Set([...common, ...Object.keys(read(folder).get("en") ?? {})]);
    found.push(...unknownIn(sources(join(dirname(folder), "web")), own));
  }
  return found;
}

/** Fails the build where a text is missing. */
export function catalogues(): Plugin {
  return {
    name: basename(import.meta.filename, ".ts"),
    buildStart() {
      const found = faults();
      if (found.length) this.error(`${found.length} texts are missing:\n${found.slice(0, 20).join("\n")}`);
    },
  };
}
