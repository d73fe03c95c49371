import { settings } from "$lib/settings.svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { UNIT } from "./place";
import { boxOf, View } from "./view.svelte";

// There is no screen here; its frames, and the rest after them, come when the test says so.
vi.useFakeTimers();
vi.stubGlobal("requestAnimationFrame", (step: (now: number) => void) => setTimeout(() => step(performance.now()), 16));
vi.stubGlobal("cancelAnimationFrame", clearTimeout);
beforeEach(() => {
  settings.motion = "off";
});

function sized(width = 400, height = 456): View {
  const view = new View();
  [view.width, view.height] = [width, height];
  return view;
}

/** Where a point of the table is on the screen. */
function seen(view: View, wx: number, wy: number): [number, number] {
  const [x, y] = view.world(0, 0);
  const [far, low] = view.world(1, 1);
  return [(wx - x) / (far - x), (wy - y) / (low - y)];
}

const close = (point: [number, number], [x, y]: [number, number]): void => {
  expect(point[0]).toBeCloseTo(x);
  expect(point[1]).toBeCloseTo(y);
};

describe("the room that squares take", () => {
  test("y grows to the north, and downwards on the screen", () => {
    expect(
      boxOf(
        [
          [0, 0],
          [2, 1],
        ],
        0,
      ),
    ).toEqual({
      left: -UNIT / 2,
      right: 2.5 * UNIT,
      top: -1.5 * UNIT,
      bottom: UNIT / 2,
    });
  });
  test("an empty table has room for one tile", () => {
    expect(boxOf([], 1)).toEqual({
      left: -1.5 * UNIT,
      right: 2.5 * UNIT,
      top: -1.5 * UNIT,
      bottom: 1.5 * UNIT,
    });
  });
});

test("a box is fitted into what the buttons leave", () => {
  const view = sized();
  view.fit({ left: -400, right: 400, top: -100, bottom: 100 }, false);
  expect(view.scale).toBe(0.5);
  close(seen(view, 0, 0), [200, 200]);
  view.fit({ left: -10, right: 10, top: -10, bottom: 10 }, false);
  expect(view.scale).toBe(1.9);
  view.fit({ left: -1e5, right: 1e5, top: 0, bottom: 1 }, false);
  expect(view.scale).toBe(0.15);
});

test("what covers the place of the buttons needs no other room, unless it is higher", () => {
  const view = sized();
  const box = { left: -100, right: 100, top: -400, bottom: 400 };
  const scales = [0, 40, 56, 156].map((covered) => {
    view.covered = covered;
    view.fit(box, false);
    return view.scale;
  });
  expect(scales).toEqual([0.5, 0.5, 0.5, 0.375]);
});

test("the buttons are where they leave most room of the places where they fit", () => {
  const ways = (...sizes: [number, number][]) => sizes.map(([width, height]) => sized(width, height).buttons);
  expect(ways([712, 400], [358, 305], [352, 244], [460, 800])).toEqual(["beside", "below", "beside", "below"]);
  // Too narrow for one row of them, and too low for columns.
  expect(ways([200, 400], [184, 286], [330, 150])).toEqual(["stacked", "stacked", "below"]);
});

test("what fits stands above two rows of buttons", () => {
  const view = sized(200, 312);
  view.fit({ left: -200, right: 200, top: -200, bottom: 200 }, false);
  expect(view.scale).toBe(0.5);
  close(seen(view, 0, 0), [100, 100]);
});

test("what fits stands between buttons at the sides", () => {
  const view = sized(712, 400);
  view.fit({ left: -100, right: 100, top: -200, bottom: 200 }, false);
  expect(view.scale).toBe(1);
  close(seen(view, 0, 0), [356, 200]);
  view.fit({ left: -600, right: 600, top: -10, bottom: 10 }, false);
  expect(view.scale).toBe(0.5);
  view.reveal(5000, 0);
  close(seen(view, 5000, 0), [712 - 56 - 30, 200]);
});

test("labels are drawn larger where the table is small: their text is never lower than 12 pixels", () => {
  const view = sized();
  for (const half of [50, 100, 200, 400, 1000]) {
    view.fit({ left: -half, right: half, top: -half, bottom: half }, false);
    expect(9 * view.label * view.scale).toBeGreaterThanOrEqual(12);
  }
});

test("without a size nothing is fitted", () => {
  const view = new View();
  view.fit({ left: 0, right: 1, top: 0, bottom: 1 }, false);
  expect([view.x, view.y, view.scale]).toEqual([0, 0, 1]);
});

test("it follows the table until it is taken into the hand", () => {
  const view = sized();
  expect(view.following).toBe(true);
  view.pan(10, -20);
  expect([view.x, view.y, view.following]).toEqual([10, -20, false]);
  view.fit({ left: 0, right: 100, top: 0, bottom: 100 }, false);
  expect(view.following).toBe(true);
});

test("the point under the finger stays there while one zooms, and there are bounds", () => {
  const view = sized();
  const before = view.world(120, 80);
  view.zoom(1.7, 120, 80);
  close(view.world(120, 80), before);
  view.zoom(1000);
  expect(view.scale).toBe(4);
  view.zoom(1e-6);
  expect(view.scale).toBe(0.15);
});

test("it moves as little as needed to show a point", () => {
  const view = sized();
  view.reveal(200, 150);
  expect([view.x, view.y]).toEqual([0, 0]);
  view.reveal(1000, 150);
  expect(view.y).toBe(0);
  close(seen(view, 1000, 150), [400 - 1.5 * UNIT, 150]);
  view.reveal(1000, -500);
  close(seen(view, 1000, -500), [400 - 1.5 * UNIT, 1.5 * UNIT]);
});

test("seen from the other side, the middle stays and all else changes sides", () => {
  const view = sized();
  view.fit({ left: 0, right: 200, top: 0, bottom: 100 }, false);
  const [x, y] = seen(view, 0, 0);
  view.turn(true);
  close(seen(view, 100, 50), [200, 200]);
  close(seen(view, 0, 0), [400 - x, 400 - y]);
  expect(view.transform).toContain(`scale(${-view.scale})`);
  view.fit({ left: 0, right: 200, top: 0, bottom: 100 }, false);
  close(seen(view, 0, 0), [400 - x, 400 - y]);
  view.reveal(5000, 50);
  close(seen(view, 5000, 50), [100, 200]);
  view.fit({ left: 0, right: 200, top: 0, bottom: 100 }, false);
  view.turn(true);
  close(seen(view, 0, 0), [400 - x, 400 - y]);
  view.turn(false);
  close(seen(view, 0, 0), [x, y]);
});

test("while it moves the drawing is only shifted; at rest it is drawn anew", () => {
  const view = sized();
  const still = "translate(0px, 0px) scale(1)";
  expect(view.moved).toBe(still);
  view.pan(30, 0);
  expect(view.transform).toBe("translate(0 0) scale(1)");
  expect(view.moved).toBe("translate(30px, 0px) scale(1)");
  vi.advanceTimersByTime(1000);
  expect(view.transform).toBe("translate(30 0) scale(1)");
  expect(view.moved).toBe(still);
  view.zoom(3);
  expect(view.moved).toBe(still); // too far to stretch
  view.pan(5, 5);
  view.stop();
  vi.advanceTimersByTime(1000);
  expect(view.moved).not.toBe(still);
});

test("it glides where things may move, and a hand stops it", () => {
  settings.motion = "system";
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const view = sized();
  view.reveal(1000, 150);
  expect(view.x).toBe(0);
  vi.advanceTimersByTime(100);
  const half = view.x;
  expect(half).toBeLessThan(0);
  expect(half).toBeGreaterThan(-660);
  view.pan(0, 0);
  vi.advanceTimersByTime(1000);
  expect(view.x).toBe(half);
  view.reveal(1000, 150);
  vi.advanceTimersByTime(1000);
  close(seen(view, 1000, 150), [340, 150]);
});
