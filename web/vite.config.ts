import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { catalogues } from "./catalogues.ts";
import { installable } from "./installable.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const BASE =
  /\/node_modules\/(svelte|clsx|esm-env)\/|preload-helper|\/web\/src\/(main|App|app|lib\/(board|games|http|i18n|kept|live|nonces|pages|route|settings|texts|turns|words)\b|parts\/(Icon|Lazy|Missing|BoardFrame)\b)/;
/** What runs before all others, and opens a table's socket: a small file of its own, which the rest uses too. */
const EARLY = /\/web\/src\/(early|lib\/line)\.ts$/;
const SHARED = /\/web\/src\/(lib\/(result|share|sound)\b|parts\/(Moves|Refused|Share|TypedMove|Empty)\b)/;

interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const PUZZLES =
  /\/web\/src\/(lib\/(solving|reading|noreturn)\b|pages\/(Puzzles|Solve|Daily)\b|parts\/(Solver|Histogram|DailyShare|Reading)\b)/;
const SOLVED = /\/web\/src\/(lib\/(daily|puzzles|solved)\b|parts\/DailyBox\b)/;

/** Tell whether a module is drawn on the start page: by itself, or by a module that imports it. */
function onStart(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (/\/web\/Thumbnail\.svelte$/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return !!modules.getModuleInfo(id)?.importers.some((importer) => onStart(importer, modules, seen));
}

/**
 * Return the file for a module of a game: one for its drawing on the start page, one for what a table needs besides, one for positions in
 * words, one for the marks of seats, and one for the legend of the rules.
 */
function gameFile(id: string, modules: Modules): string | null {
  const game = /\/encore\/games\/(\w+)\/(web|present)\//.exec(id)?.[1];
  const apart = /\/(position|Mark|Legend)\.(?:ts|svelte)/.exec(id)?.[1];
  const part = apart ? { position: "words", Mark: "mark", Legend: "legend" }[apart] : onStart(id, modules) ? "drawing" : "board";
  return game ? `${game}-${part}` : null;
}

export default defineConfig({
  plugins: [svelte(), catalogues(), installable()],
  // Games keep their boards in their own folders, from which no node_modules is found.
  resolve: { alias: { $lib: path("./src/lib") }, dedupe: ["svelte"] },
  build: {
    outDir: path("../src/encore/server/page"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // Fewer and larger files compress better and come sooner: what every page needs, and what tables, lessons and replays share.
    rolldownOptions: {
      // Svelte defines a class for custom elements as soon as it is loaded; the page has none.
      treeshake: {
        moduleSideEffects: [{ test: /\/svelte\/src\/internal\/client\/dom\/elements\/custom-element\.js$/, sideEffects: false }],
      },
      input: { index: path("./index.html"), "service-worker": path("./src/worker/service-worker.ts") },
      output: {
        // The worker has one address for ever, at the root, so that it may serve the whole page.
        entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            { name: "early", test: EARLY, priority: 3 },
            { name: "base", test: BASE, priority: 2 },
            { name: "shared", test: SHARED, priority: 1 },
            { name: "puzzles", test: PUZZLES, priority: 1 },
            { name: "solved", test: SOLVED, priority: 1 },
            { name: gameFile, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [path("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8457", ws: true } },
  },
  test: {
    include: ["*.test.ts", "src/**/*.test.ts", "operator/**/*.test.ts", "../src/encore/games/*/web/**/*.test.ts"],
    testTimeout: 60_000, // a busy machine is not a failure
    hookTimeout: 60_000,
  },
});
