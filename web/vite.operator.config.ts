/** Builds the operator page, which only `encore admin page` serves. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  root: path("./operator"),
  publicDir: false,
  plugins: [svelte({ configFile: path("./svelte.config.js") })],
  build: {
    outDir: path("../src/encore/server/admin/page"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
