import { useGameTexts } from "$lib/i18n.svelte";
import { settings } from "$lib/settings.svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { describe, scored } from "./describe";
import type { TablePicture } from "./types";

const table = (...tiles: string[]): TablePicture =>
  ({
    tiles: tiles.map((written) => [written, "rrrrrrr"]),
    hands: [
      [null],
      [
        { tile: 5, faces: ["ggggggg", "ggggggg"] },
        { tile: 7, faces: ["rgrgrgr", "bbbbbbb"] },
      ],
    ],
    me: 1,
  }) as TablePicture;
const square = table("1a@0,0e", "2a@0,3e", "3a@5,0e", "4a@5,3e");

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await useGameTexts("dalapapa");
});

test("a place is told by the place of the tile in the hand, its colours and the part of the table, without coordinates", () => {
  expect(describe("7a@-1,4e", square)).toBe("tile 2 (red and green) at the top left, pointing right");
  expect(describe("7b@3,1n", square)).toBe("tile 2 (blue) in the middle, pointing up");
  expect(describe("99a@3,-1w", square)).toBe("tile at the bottom, pointing left");
});

test("who wants notation reads the number of the tile", () => {
  settings.notation = "on";
  expect(describe("7a@-1,4e", square)).toBe("tile 7a (red and green) at the top left, pointing right");
  settings.notation = "off";
});

test("who sees the table from the other side is told what is seen there", () => {
  expect(describe("7a@-1,4e", square, true)).toBe("tile 2 (red and green) at the bottom right, pointing left");
});

test("an empty table has a middle", () => {
  expect(describe("7b@0,0e", table())).toBe("tile 2 (blue) in the middle, pointing right");
});

test("points come with the move", () => {
  expect(scored({ move: "stop", points: 0 }, square)).toBe("end the turn without the second tile, scores 0 points");
});
