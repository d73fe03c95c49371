import { expect, test } from "vitest";
import { period, time } from "./times";

test("a period has its two largest units", () => {
  const minute = 60_000;
  expect([59_999, minute, 61 * minute, 120 * minute, 24 * 60 * minute, (7 * 24 * 60 - 1) * minute].map(period)).toEqual([
    "less than a minute",
    "1 min",
    "1 h 1 min",
    "2 h",
    "1 d",
    "6 d 23 h",
  ]);
});

test("a time is that of the command line", () => expect(time(1_795_000_000_000)).toBe("2026-11-18 11:06 UTC"));
