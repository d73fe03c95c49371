import { describe, expect, it } from "vitest";
import { routeOf } from "./route.svelte";
import { pack, unpack } from "./packed";

describe("paths", () => {
  it("finds the page", () => {
    expect(routeOf("/")).toEqual({ page: "start" });
    expect(routeOf("/table/abcd")).toEqual({ page: "table", table: "abcd" });
    expect(routeOf("/learn/dakapo")).toEqual({ page: "learn", game: "dakapo" });
    expect(routeOf("/replay")).toEqual({ page: "replay", table: null });
    expect(routeOf("/replay/abcd")).toEqual({ page: "replay", table: "abcd" });
    expect(routeOf("/replay/abcd/2")).toEqual({ page: "replay", table: "abcd", number: 2 });
    expect(routeOf("/analyse")).toEqual({ page: "analyse" });
    expect(routeOf("/analyse/dakapo")).toEqual({ page: "analyse", game: "dakapo" });
    expect(routeOf("/puzzles")).toEqual({ page: "puzzles" });
    expect(routeOf("/puzzles/0123456789ab")).toEqual({ page: "solve", puzzle: "0123456789ab" });
    expect(routeOf("/daily")).toEqual({ page: "daily" });
    expect(routeOf("/me")).toEqual({ page: "me" });
    expect(routeOf("/play")).toEqual({ page: "play" });
    expect(routeOf("/leaderboard")).toEqual({ page: "leaderboard" });
    expect(routeOf("/daily/2026-11-18")).toEqual({ page: "daily", day: "2026-11-18" });
    expect(routeOf("/daily/2026-11-18/0123456789ab")).toEqual({ page: "solve", puzzle: "0123456789ab", day: "2026-11-18" });
    expect(routeOf("/analyse/Abcd-1/2")).toEqual({ page: "analyse", table: "Abcd-1", number: 2 });
  });

  it("knows what is nowhere", () => {
    for (const path of [
      "/tables",
      "/table",
      "/table/",
      "/table/a/b",
      "/learn",
      "/learn/<b>",
      "/table/%2e%2e",
      "/replay/a/b",
      "/replay/a/0",
      "/replay/a/1/2",
      "/replay//1",
      "/learn/a/1",
      "/analyse/Abcd-1",
      "/puzzles/0123",
      "/puzzles/0123456789ab/1",
      "/daily/today",
      "/me/abcd",
      "/daily/2026-11-18/1",
      "/daily/2026-11-18/0123456789ab/1",
    ]) {
      expect(routeOf(path)).toEqual({ page: "unknown" });
    }
  });
});

describe("links with a record", () => {
  it("gives back what was packed", async () => {
    const record = '[Game "dakapo"]\n[Seat1 "Zoë 音"]\n\ne6r f6g\n'.repeat(40);
    const packed = await pack(record);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(record.length / 4);
    expect(await unpack(packed)).toBe(record);
  });

  it("refuses what was not packed", async () => {
    await expect(unpack("what*ever")).rejects.toThrow();
    await expect(unpack("abcd")).rejects.toThrow();
  });
});
