/** What makes the built page installable: icons, a manifest for each language, and the worker with the names of the files it keeps. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { LANGUAGES } from "./catalogues.ts";
import { pngOf, type Icon } from "./icons.ts";
import { compile } from "./texts.ts";

const WORKER = "service-worker.js";
/** The colour of the head of the page, and of the page below it, as app.css has them for light and dark. */
const HEAD = { light: "#fffcf6", dark: "#241f1a" };
const PAPER = "#f6efe3";

const ICONS: Record<string, Icon> = {
  "icon-192.png": { size: 192 },
  "icon-512.png": { size: 512 },
  "icon-maskable.png": { size: 512, full: true },
  "apple-touch-icon.png": { size: 180, full: true },
};

/** Return the manifest in a language. The server picks it by what the browser asks for, so that the page needs no script for it. */
export function manifest(language: string): object {
  const texts = compile(readFileSync(join(import.meta.dirname, `src/i18n/${language}.ftl`), "utf8"));
  const png = (name: string): object => ({ src: `/${name}`, sizes: `${ICONS[name]?.size}x${ICONS[name]?.size}`, type: "image/png" });
  return {
    id: "/",
    name: texts.encore,
    short_name: texts.encore,
    description: texts["one-table-three-games"],
    lang: language,
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: HEAD.light,
    background_color: PAPER,
    categories: ["games"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      png("icon-192.png"),
      png("icon-512.png"),
      { ...png("icon-maskable.png"), purpose: "maskable" },
    ],
    shortcuts: ["daily", "puzzles", "replay"].map((page) => ({ name: texts[page], url: `/${page}` })),
  };
}

const link = (rel: string, href: string): HtmlTagDescriptor => ({ tag: "link", injectTo: "head", attrs: { rel, href } });
const meta = (scheme: keyof typeof HEAD): HtmlTagDescriptor => ({
  tag: "meta",
  injectTo: "head",
  attrs: { name: "theme-color", media: `(prefers-color-scheme: ${scheme})`, content: HEAD[scheme] },
});

/** Only the build has these; the server of npm run dev shows the page without a worker. */
export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    transformIndexHtml: () => [
      link("manifest", "/manifest.webmanifest"),
      link("apple-touch-icon", "/apple-touch-icon.png"),
      meta("light"),
      meta("dark"),
    ],
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const svg = readFileSync(join(import.meta.dirname, "public/icon.svg"), "utf8");
        for (const [fileName, icon] of Object.entries(ICONS)) this.emitFile({ type: "asset", fileName, source: pngOf(svg, icon) });
        for (const language of LANGUAGES)
          this.emitFile({ type: "asset", fileName: `manifest.${language}.webmanifest`, source: JSON.stringify(manifest(language)) });
        const worker = bundle[WORKER];
        const html = bundle["index.html"];
        if (worker?.type !== "chunk" || html?.type !== "asset") this.error(`the build has no ${WORKER} or no index.html`);
        if (worker.imports.length || worker.exports.length) this.error(`${WORKER} shares code with the page; it must be one file`);
        const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const names = JSON.stringify(["/icon.svg", ...files.sort().map((name) => `/${name}`)]);
        const digest = createHash("sha256").update(`${worker.code}${names}${svg}`).update(html.source);
        worker.code = worker.code
          .replaceAll("__FILES__", names)
          .replaceAll("__VERSION__", JSON.stringify(digest.digest("hex").slice(0, 16)));
      },
    },
  };
}
