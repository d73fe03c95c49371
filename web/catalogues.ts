/** The texts of the page: every language has every text once, and every text that the code uses is there. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";

export const LANGUAGES = ["en", "ja", "de", "fr"] as const;

type Catalogue = Record<string, string>;

const HOME = join(import.meta.dirname, "..");

/** Return the sources below a folder. */
function sources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true }) as string[];
  return names.filter((name) => /(?<!\.test)\.(svelte|ts)$/.test(name)).map((name) => join(folder, name));
}

function read(folder: string): Map<string, Catalogue> {
  return new Map(LANGUAGES.map((name) => [name, JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"))]));
}

const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join(" ");

/**
 * The other way to address a reader, where it can be told: German says du (at the beginning of a sentence, Sie may be others), French vous.
 */
const STRANGE: Record<string, RegExp> = {
  de: /(?<=[\p{L},;] )(Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})/u,
  fr: /(?<![\p{L}-])(tu|te|toi|ton|ta|tes|tiens?|tiennes?)(?!\p{L})|(?<!\p{L})t[’'](?=\p{L})/iu,
};

/** Return what is missing or wrong in one folder of catalogues. */
function faultsOf(folder: string): string[] {
  const languages = read(folder);
  const faults: string[] = [];
  const all = new Set([...languages.values()].flatMap((catalogue) => Object.keys(catalogue)));
  for (const [name, catalogue] of languages) {
    for (const key of all) {
      const text = catalogue[key];
      if (!text) faults.push(`${folder}/${name}.json lacks ${JSON.stringify(key)}`);
      else if (placeholders(text) !== placeholders(key)) faults.push(`${folder}/${name}.json: other placeholders in ${JSON.stringify(key)}`);
      else if (STRANGE[name]?.test(text)) faults.push(`${folder}/${name}.json addresses the reader otherwise in ${JSON.stringify(key)}`);
    }
  }
  return faults;
}

/** Return the texts with more than one translation: the page has one space of texts, and the game that was loaded last would win. */
function differing(folders: string[]): string[] {
  return LANGUAGES.flatMap((name) => {
    const first = new Map<string, { text: string; where: string }>();
    return folders.flatMap((folder) => {
      const where = `${folder}/${name}.json`;
      return Object.entries(read(folder).get(name) ?? {}).flatMap(([key, text]) => {
        const known = first.get(key) ?? { text, where };
        first.set(key, known);
        return known.text === text ? [] : [`${where} has ${JSON.stringify(key)} otherwise than ${known.where}`];
      });
    });
  });
}

/** A call of t, with its text if that is a literal and nothing else. */
const USED = /(?<!function )\bt\((?:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*[,)])?/g;

const textOf = (literal: string): string => (literal.startsWith('"') ? JSON.parse(literal) : literal.slice(1, -1).replace(/\\'/g, "'"));

/** Return the texts that code uses but no catalogue has, and the uses of which nobody can tell before they run. */
function unknownIn(files: string[], known: Set<string>): string[] {
  const faults: string[] = [];
  for (const file of files) {
    const code = readFileSync(file, "utf8");
    for (const { index, 1: literal } of code.matchAll(USED)) {
      const key = literal && textOf(literal);
      if (!key) faults.push(`${file}: ${code.slice(index, index + 40).split("\n")[0]} … is no text that can be looked up; t takes a literal`);
      else if (!known.has(key)) faults.push(`${file} says ${JSON.stringify(key)}, which is in no catalogue`);
    }
  }
  return faults;
}

/** Return all faults of the page and the games below a folder, with paths from there. */
export function faults(root = HOME): string[] {
  const shell = join(root, "web/src/i18n");
  const games = join(root, "src/encore/games");
  const folders = readdirSync(games).sort().map((game) => join(games, game, "i18n")).filter((folder) => existsSync(folder));
  const common = Object.keys(read(shell).get("en") ?? {});
  const found = [shell, ...folders].flatMap(faultsOf);
  found.push(...differing([shell, ...folders]), ...unknownIn(sources(join(root, "web/src")), new Set(common)));
  for (const folder of folders) {
    const own = new Set([...common, ...Object.keys(read(folder).get("en") ?? {})]);
    found.push(...unknownIn(sources(join(dirname(folder), "web")), own));
  }
  return found.map((fault) => fault.replaceAll(`${root}/`, ""));
}

/** Fails the build where a text is missing, or cannot be looked for. */
export function catalogues(): Plugin {
  return {
    name: basename(import.meta.filename, ".ts"),
    buildStart() {
      const found = faults();
      if (found.length) this.error(`${found.length} faults in the texts:\n${found.slice(0, 20).join("\n")}`);
    },
  };
}
