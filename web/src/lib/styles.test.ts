import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{svelte,css}", "../../../src/encore/games/*/web/*.{svelte,css}"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const found = (pattern: RegExp): string[] =>
  Object.entries(sources).flatMap(([path, text]) => [...text.matchAll(pattern)].map(([all]) => `${path}: ${all}`));

it("text has the sizes of the one scale", () => {
  expect(found(/font-size: var\(--step-/g).length).toBeGreaterThan(20);
  expect(found(/font-size: [\d.]+rem/g)).toEqual([]);
});
