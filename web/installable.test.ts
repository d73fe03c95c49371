import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "./catalogues.ts";
import { pngOf, shapesOf, type Icon } from "./icons.ts";
import { manifest } from "./installable.ts";

const SVG = readFileSync(join(import.meta.dirname, "public/icon.svg"), "utf8");

/** Return the colour and the opacity of the pixel at a share of the side, from the left and from the top. */
function pixel(icon: Icon, x: number, y: number): number[] {
  const png = pngOf(SVG, icon);
  const at = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const [column, row] = [Math.floor(x * icon.size), Math.floor(y * icon.size)];
  const from = row * (icon.size * 4 + 1) + 1 + column * 4;
  return [...rows.subarray(from, from + 4)];
}

const GROUND = [0x16, 0x32, 0x4f, 255];

describe("an icon", () => {
  test("shows the shapes of the drawing", () => {
    const icon = { size: 64 };
    expect(pixel(icon, 11 / 32, 11 / 32)).toEqual([0xe4, 0x57, 0x2e, 255]);
    expect(pixel(icon, 21 / 32, 11 / 32)).toEqual([0xf3, 0xa7, 0x12, 255]);
    expect(pixel(icon, 11 / 32, 23 / 32)).toEqual([0x29, 0xa3, 0x6a, 255]);
    expect(pixel(icon, 21 / 32, 21 / 32)).toEqual([0x4c, 0x9b, 0xe8, 255]);
    expect(pixel(icon, 0.5, 0.03)).toEqual(GROUND);
  });
  test("has round corners, smooth and clear outside", () => {
    expect(pixel({ size: 64 }, 0, 0)).toEqual([0, 0, 0, 0]);
    const along = Array.from({ length: 64 }, (_, at) => pixel({ size: 64 }, at / 64, 0)[3] ?? 0);
    expect(along.some((opacity) => opacity > 0 && opacity < 255)).toBe(true);
  });
  test("that systems cut out is filled to its corners, with the shapes in the safe middle", () => {
    const icon = { size: 64, full: true };
    for (const [x, y] of [
      [0, 0],
      [0.99, 0.99],
      [0.5, 0.11],
      [0.22, 0.22],
    ] as const)
      expect(pixel(icon, x, y)).toEqual(GROUND);
    expect(pixel(icon, 0.5 - 5 / 37, 0.5 - 5 / 37)).toEqual([0xe4, 0x57, 0x2e, 255]);
  });
  test("is refused where its drawing has a shape that would be left out", () => {
    expect(() => shapesOf('<svg viewBox="0 0 32 32"><ellipse rx="3"/></svg>')).toThrow("cannot be drawn");
    expect(() => shapesOf('<svg viewBox="0 0 32 32"><path d="M1 1c2 2 3 3 4 4z"/></svg>')).toThrow("cannot be drawn");
  });
});

test("every language has a manifest in its own words", () => {
  const all = LANGUAGES.map((language) => manifest(language) as { lang: string; description: string; shortcuts: { name: string }[] });
  expect(all.map(({ lang }) => lang)).toEqual([...LANGUAGES]);
  expect(new Set(all.map(({ description }) => description)).size).toBe(LANGUAGES.length);
  expect(all.every(({ description, shortcuts }) => description && shortcuts.every(({ name }) => name))).toBe(true);
});
