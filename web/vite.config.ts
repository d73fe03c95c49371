import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { catalogues } from "./catalogues.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const BASE =
  /\/node_modules\/(svelte|clsx|esm-env)\/|preload-helper|\/web\/src\/(main|App|app|lib\/(board|games|http|i18n|kept|line|live|pages|route|settings|texts|turns|words)\b|parts\/(Icon|Lazy|Missing|BoardFrame)\b)/;
const SHARED = /\/web\/src\/(lib\/(share|sound)\b|parts\/(Dialog|LinkField|Moves|Refused|Share|TypedMove|Empty)\b)/;

export default defineConfig({
  plugins: [svelte(), catalogues()],
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
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE, priority: 2 },
            { name: "shared", test: SHARED, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [path("..")] },
    proxy: { "/api": { target: "http://127.0.0.1:8457", ws: true } },
  },
  test: { include: ["*.test.ts", "src/**/*.test.ts", "../src/encore/games/*/web/**/*.test.ts"] },
});
