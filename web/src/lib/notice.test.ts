import { describe, expect, it } from "vitest";
import { noticePlace, type Box } from "./notice";

const ROOM = { width: 360, height: 400 };
const SIZE = { width: 340, height: 70 };
const cell = (column: number, row: number): Box => ({ x: 60 * column, y: 60 * row, width: 60, height: 60 });
const bottom = (boxes: Box[]): number => Math.max(...boxes.map(({ y, height }) => y + height));

describe("a notice", () => {
  it("is below the finger where nothing is marked, above it near the lower edge, and always in the room", () => {
    expect(noticePlace(SIZE, ROOM, [], { x: 100, y: 100 }).y).toBeGreaterThan(100);
    expect(noticePlace(SIZE, ROOM, [], { x: 100, y: 380 }).y + SIZE.height).toBeLessThan(380);
    expect(noticePlace(SIZE, ROOM, [], { x: 100, y: 0 }).y).toBe(40);
  });
  it("covers none of the marked cells, and stays as near to the finger as it can", () => {
    const high = [cell(0, 1), cell(0, 2), cell(0, 3)];
    expect(noticePlace(SIZE, ROOM, high, { x: 30, y: 210 }).y).toBeGreaterThanOrEqual(bottom(high));
    const deep = [cell(0, 4), cell(0, 5)];
    expect(noticePlace(SIZE, ROOM, deep, { x: 30, y: 330 }).y + SIZE.height).toBeLessThanOrEqual(240);
    const apart = [cell(0, 0), cell(0, 5)];
    const between = noticePlace(SIZE, ROOM, apart, { x: 30, y: 330 }).y;
    expect(between).toBeGreaterThanOrEqual(60);
    expect(between + SIZE.height).toBeLessThanOrEqual(300);
  });
  it("goes beside a column that fills the room, else below the room", () => {
    const column = Array.from({ length: 6 }, (_, row) => cell(0, row));
    const room = { width: 800, height: 360 };
    expect(noticePlace(SIZE, room, column, { x: 30, y: 100 }).x).toBeGreaterThanOrEqual(60);
    expect(noticePlace(SIZE, { width: 360, height: 360 }, column, { x: 30, y: 100 }).y).toBeGreaterThanOrEqual(360);
  });
  it("goes where no cell of the board is, though that is far from the finger", () => {
    const room = { width: 360, height: 480 };
    const cells = Array.from({ length: 36 }, (_, index) => cell(index % 6, Math.floor(index / 6)));
    expect(noticePlace(SIZE, room, [], { x: 100, y: 30 }, cells).y).toBeGreaterThanOrEqual(360);
    const button = { x: 0, y: 440, width: 360, height: 40 };
    const found = noticePlace(SIZE, room, [], { x: 100, y: 30 }, [...cells, button]);
    expect(found.y).toBe(432 - SIZE.height);
  });
  it("covers one row instead of parts of two where the board fills the room", () => {
    const rows = Array.from({ length: 5 }, (_, row) => ({ x: 0, y: 80 * row, width: 360, height: 76 }));
    const found = noticePlace(SIZE, ROOM, [], { x: 100, y: 120 }, rows);
    expect(rows.filter(({ y, height }) => y < found.y + SIZE.height && found.y < y + height)).toHaveLength(1);
  });
});
