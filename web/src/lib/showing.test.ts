import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { End, Full } from "./messages";
import { PACES, type Pace } from "./settings.svelte";
import { Showing } from "./showing.svelte";

const state = (moves: number, more: Partial<Full> = {}): Full =>
  ({ number: 1, moves: Array<string>(moves).fill("m"), you: [0], to_move: 0, ...more }) as unknown as Full;

let pace: Pace;
let away: boolean;
let showing: Showing;
const shown = (): number | undefined => showing.full?.moves.length;

beforeEach(() => {
  vi.useFakeTimers();
  [pace, away] = ["normal", false];
  showing = new Showing({ now: () => Date.now(), pace: () => pace, away: () => away });
  showing.take(state(0), null);
});
afterEach(() => {
  vi.useRealTimers();
});

/** An own move and the answers of the others, milliseconds apart. */
function round(others: number): void {
  showing.take(state(1), 0);
  for (let mover = 1; mover <= others; mover++) showing.take(state(1 + mover), mover);
}

describe("moves of others", () => {
  it("are shown one after the other, at the pace of the settings", () => {
    for (pace of ["slow", "normal", "fast"] as const) {
      showing.take(state(0), null);
      vi.advanceTimersByTime(10_000);
      round(2);
      expect(shown()).toBe(1);
      vi.advanceTimersByTime(PACES[pace] - 1);
      expect(shown()).toBe(1);
      vi.advanceTimersByTime(1);
      expect(shown()).toBe(2);
      vi.advanceTimersByTime(PACES[pace] - 1);
      expect(shown()).toBe(2);
      vi.advanceTimersByTime(1);
      expect(shown()).toBe(3);
    }
  });

  it("take at least 0.6 seconds each, up to six in a row", () => {
    vi.advanceTimersByTime(10_000);
    pace = "fast";
    for (let move = 1; move <= 6; move++) showing.take(state(move), 1);
    for (let move = 1; move <= 6; move++) {
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(599);
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(1);
    }
  });

  it("never wait longer than four seconds in all", () => {
    pace = "slow";
    round(30);
    vi.advanceTimersByTime(4000);
    expect(shown()).toBe(31);
  });

  it("are shown at once where nobody waits for them", () => {
    vi.advanceTimersByTime(10_000);
    showing.take(state(1), 1);
    expect(shown()).toBe(1);
  });

  it("that change nothing on the board are shown with the one before", () => {
    vi.advanceTimersByTime(10_000);
    showing.take(state(1), 1);
    showing.take(state(2), 1, true);
    expect(shown()).toBe(2);
    showing.take(state(3), 2);
    showing.take(state(4), 2, true);
    vi.advanceTimersByTime(PACES.normal);
    expect(shown()).toBe(4);
  });
});

describe("the truth is shown at once", () => {
  it("after an own move", () => {
    round(3);
    showing.take(state(5), 0);
    expect(shown()).toBe(5);
    vi.advanceTimersByTime(10_000);
    expect(shown()).toBe(5);
  });

  it("when the reader does something", () => {
    round(3);
    showing.catchUp();
    expect(shown()).toBe(4);
  });

  it("where the pace is off or nobody looks", () => {
    pace = "off";
    round(3);
    expect(shown()).toBe(4);
    [pace, away] = ["slow", true];
    showing.take(state(5), 1);
    expect(shown()).toBe(5);
  });

  it("when moves were taken back or another game has begun", () => {
    round(3);
    showing.take(state(0), null);
    expect(shown()).toBe(0);
    round(3);
    showing.take(state(2, { number: 2 }), null);
    expect(shown()).toBe(2);
  });
});

it("shows what was said without skipping moves", () => {
  round(2);
  const said = [{ text: "hello" }];
  showing.take(state(3, { said }), null);
  expect(shown()).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(showing.full).toMatchObject({ said });
});

describe("the end of a round", () => {
  const at = (move: number, round: number, more: Partial<Full> = {}): Full => state(move, { board: { round }, ...more });

  /** An own move, a move of another, one that ends the round, and moves of the next round. */
  function ending(later: number): void {
    showing.take(at(1, 1), 0);
    showing.take(at(2, 1), 1);
    for (let move = 3; move <= 3 + later; move++) showing.take(at(move, 2), 1);
  }

  function heldEnd(later: number): void {
    ending(later);
    vi.advanceTimersByTime(2 * PACES.normal);
    showing.hold(true);
  }

  it("comes at the pace of the settings, however many moves of the next round wait", () => {
    ending(30);
    for (let move = 1; move <= 2; move++) {
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(PACES.normal - 1);
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(1);
    }
    expect(shown()).toBe(3);
  });

  it("stays while the board holds it, whatever comes and whatever the reader touches", () => {
    heldEnd(1);
    showing.take(at(5, 2), 1, true);
    [pace, away] = ["off", true];
    showing.take(at(6, 2), 1);
    showing.catchUp();
    vi.advanceTimersByTime(10_000);
    expect(shown()).toBe(3);
  });

  it("is followed by the deal, and then by the moves that waited", () => {
    heldEnd(0);
    for (let move = 4; move <= 6; move++) showing.take(at(move, 2), 1);
    vi.advanceTimersByTime(10_000);
    showing.hold(false);
    for (let move = 3; move <= 6; move++) {
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(PACES.normal - 1);
      expect(shown()).toBe(move);
      vi.advanceTimersByTime(1);
    }
  });

  it("lets nothing wait longer than four seconds after it", () => {
    heldEnd(40);
    vi.advanceTimersByTime(10_000);
    showing.hold(false);
    expect(shown()).toBe(3);
    vi.advanceTimersByTime(4000);
    expect(shown()).toBe(43);
  });

  it("is not skipped by a touch, but what follows it is", () => {
    ending(3);
    showing.catchUp();
    expect(shown()).toBe(3);
    showing.hold(true);
    showing.hold(false);
    showing.catchUp();
    expect(shown()).toBe(6);
  });

  it("does not hide what is said, or that somebody has resigned", () => {
    heldEnd(1);
    const said = [{ text: "hello" }];
    showing.take(at(4, 2, { said }), null);
    expect(showing.full).toMatchObject({ said });
    expect(shown()).toBe(3);
    showing.take(at(4, 2, { said, end: { reason: "resigned" } as unknown as End }), null);
    expect(shown()).toBe(4);
  });
});
