import { beforeEach, describe, expect, test, vi } from "vitest";
import { nextOf, suits, type Choice } from "./puzzles";
import { dayAt, dayBefore, ends, keepDay, keepResult, rate, rated, ratingOf, resultOf, solvedByDay, streak, triesOf, who } from "./solved";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
beforeEach(() => kept.clear());

describe("results", () => {
  test("are kept, of a daily apart from those of the same puzzle by itself", () => {
    expect(resultOf("a")).toBeNull();
    keepResult({ wrong: 1, end: "solved" }, "a");
    keepResult({ wrong: 0, end: "shown" }, "a", "2026-11-18");
    expect(resultOf("a")).toEqual({ wrong: 1, end: "solved" });
    expect(resultOf("a", "2026-11-18")).toEqual({ wrong: 0, end: "shown" });
    expect(solvedByDay().get("2026-11-18") ?? 0).toBe(0);
  });
  test("of another version are not read", () => {
    keepResult({ wrong: 1, end: "solved" }, "a");
    kept.set("encore.puzzles", (kept.get("encore.puzzles") ?? "").replace('"version":1', '"version":2'));
    expect(resultOf("a")).toBeNull();
  });
  test("that are damaged cost nothing else", () => {
    keepResult({ wrong: 1, end: "solved" }, "a");
    keepResult({ wrong: 2, end: "shown", left: ["x y"] }, "b");
    rate("go/2", "c", 1500, true);
    keepDay("2026-11-18");
    const name = who();
    const memory = JSON.parse(kept.get("encore.puzzles") ?? "") as Record<string, Record<string, unknown>>;
    Object.assign(memory.results ?? {}, { a: { wrong: -1, end: "won" }, c: null });
    Object.assign(memory.ratings ?? {}, { "go/1": "high" });
    kept.set("encore.puzzles", JSON.stringify({ ...memory, days: [7, "2026-11-18", "yesterday"] }));
    expect([resultOf("a"), resultOf("b")?.wrong, resultOf("c")]).toEqual([null, 2, null]);
    expect([ratingOf("go/2")?.count, ratingOf("go/1"), streak("2026-11-18"), who()]).toEqual([1, null, 1, name]);
  });
  test("tell which puzzles were ever over, by themselves or as a daily", () => {
    keepResult({ wrong: 1, end: "solved" }, "a", "2026-11-18");
    keepResult({ wrong: 0, end: "shown" }, "a");
    keepResult({ wrong: 0, end: "shown" }, "b", "2026-11-18");
    keepResult({ wrong: 3, end: "" }, "c");
    expect([...ends()]).toEqual([
      ["a", "solved"],
      ["b", "shown"],
    ]);
  });
  test("make room for newer ones", () => {
    const results = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`p${at}`, { wrong: 0, end: "solved" }]));
    kept.set("encore.puzzles", JSON.stringify({ version: 1, results, ratings: {}, days: [], who: "me" }));
    keepResult({ wrong: 0, end: "solved" }, "new");
    expect([resultOf("p0"), resultOf("p1")?.end, resultOf("new")?.end]).toEqual([null, "solved", "solved"]);
  });
  test("are counted by tries", () => {
    const tries = (wrong: number, end: "solved" | "shown"): number => triesOf({ wrong, end });
    expect([tries(0, "solved"), tries(4, "solved"), tries(9, "solved"), tries(2, "shown")]).toEqual([1, 5, 6, 0]);
  });
});

describe("the rating", () => {
  test("rises with a solved puzzle, more with a hard one, and falls with another", () => {
    const [easy, hard, lost] = [
      rated({ rating: 1500, count: 9 }, 1200, true),
      rated({ rating: 1500, count: 9 }, 1800, true),
      rated({ rating: 1500, count: 9 }, 1500, false),
    ];
    expect(easy.rating).toBeGreaterThan(1500);
    expect(hard.rating).toBeGreaterThan(easy.rating);
    expect(lost.rating).toBeLessThan(1500);
    expect(lost.count).toBe(10);
  });
  test("counts the first try alone, by set", () => {
    rate("go/2", "a", 1500, false);
    const first = ratingOf("go/2");
    expect(first?.rating).toBeLessThan(1500);
    keepResult({ wrong: 1, end: "" }, "a", "2026-11-18");
    rate("go/2", "a", 1500, true);
    expect(ratingOf("go/2")).toEqual(first);
    expect(ratingOf("go/1")).toBeNull();
  });
});

describe("days in a row", () => {
  test("end today or yesterday", () => {
    const days = ["2026-10-30", "2026-10-31", "2026-11-01"];
    expect(["2026-11-01", "2026-11-02", "2026-11-03"].map((today) => streak(today, days))).toEqual([3, 3, 0]);
    expect(streak("2026-11-01", ["2026-10-30", "2026-11-01"])).toBe(1);
  });
  test("are kept once each", () => {
    for (const day of ["2026-11-18", "2026-11-17", "2026-11-18"]) keepDay(day);
    expect(streak("2026-11-18")).toBe(2);
  });
  test("are those of UTC", () => {
    expect([dayAt(Date.UTC(2026, 10, 18, 23, 59)), dayAt(Date.UTC(2026, 10, 19))]).toEqual(["2026-11-18", "2026-11-19"]);
  });
  test("cross months and years", () => {
    expect([dayBefore("2026-11-01"), dayBefore("2027-01-01"), dayBefore("2028-03-01")]).toEqual(["2026-10-31", "2026-12-31", "2028-02-29"]);
  });
});

test("the name for counts stays the same, and is long enough for a secret", () => {
  const name = who();
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  keepDay("2026-11-18");
  expect(who()).toBe(name);
});

describe("the next puzzle", () => {
  const any: Choice = { set: "go/2", kind: "", theme: "", low: 0, high: 0 };
  const list = Array.from({ length: 40 }, (_, at) => ({
    puzzle: `p${at}`,
    kind: at % 2 ? "odd" : "even",
    themes: [`t${at % 3}`],
    grade: 1000 + 20 * at,
  }));

  test("suits kind, theme and grade", () => {
    expect(
      list.filter((one) => suits({ ...any, kind: "odd", theme: "t1", low: 1100, high: 1500 }, one)).map(({ puzzle }) => puzzle),
    ).toEqual(["p7", "p13", "p19", "p25"]);
    expect(nextOf(list, { ...any, low: 3000 })).toBeNull();
  });
  test("is about as hard as the solver is strong, and new", () => {
    rate("go/2", "x", 1000, false);
    expect(nextOf(list, any, "", () => 0)).toBe("p0");
    keepResult({ wrong: 0, end: "solved" }, "p0");
    expect(nextOf(list, any, "p1", () => 0)).toBe("p2");
    keepResult({ wrong: 0, end: "shown" }, "p2", "2026-11-18");
    expect(nextOf(list, any, "p1", () => 0)).toBe("p3");
    expect(Number(nextOf(list, any, "", () => 0.99)?.slice(1))).toBeLessThan(10);
  });
  test("is one that was solved, where all are", () => {
    for (const { puzzle } of list) keepResult({ wrong: 0, end: "solved" }, puzzle);
    expect(nextOf(list, any)).not.toBeNull();
  });
});
