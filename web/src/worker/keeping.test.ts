import { describe, expect, it } from "vitest";
import { handlingOf, isFresh, isMissed, isOurs, leaveOf, surplus } from "./keeping";

const FILES = ["/icon.svg", "/assets/base-1.js", "/assets/base-2.css"];

describe("requests", () => {
  it("are for the page, for a file of this version, or for an answer", () => {
    expect(handlingOf("GET", "navigate", "/table/abcd", FILES)).toBe("page");
    expect(handlingOf("GET", "no-cors", "/assets/base-1.js", FILES)).toBe("file");
    expect(handlingOf("GET", "cors", "/api/games", FILES)).toBe("answer");
    expect(handlingOf("GET", "cors", "/games/chess/12/board.js", FILES)).toBe("answer");
    expect(handlingOf("POST", "cors", "/api/look", FILES)).toBe("answer");
  });
  it("for anything else are left to the browser", () => {
    expect(handlingOf("GET", "no-cors", "/assets/base-of-another-version.js", FILES)).toBeNull();
    expect(handlingOf("GET", "navigate", "/api/tables/abcd/record", FILES)).toBeNull();
    expect(handlingOf("POST", "cors", "/api/tables", FILES)).toBeNull();
    expect(handlingOf("HEAD", "cors", "/", FILES)).toBeNull();
  });
});

describe("what the server says of keeping", () => {
  it("is obeyed: only what may be shown without it is kept", () => {
    for (const control of [null, "", "no-store", "public, max-age=3600", "no-cache, stale-if-error=60", "no-store, stale-if-error=60"])
      expect(leaveOf(control)).toBeNull();
    expect(leaveOf("public, max-age=0, stale-if-error=60")).toEqual({ shelf: "public", seconds: 60 });
    expect(leaveOf("private, max-age=0, stale-if-error=60")).toEqual({ shelf: "personal", seconds: 60 });
    expect(leaveOf("Public, Immutable")?.shelf).toBe("public");
  });
  it("ends after its time", () => {
    const leave = leaveOf("public, stale-if-error=60");
    expect(isFresh(leave, 1000, 60_999)).toBe(true);
    expect(isFresh(leave, 1000, 61_000)).toBe(false);
    expect(isFresh(null, 1000, 1000)).toBe(false);
  });
});

it("a server that explains its failure was reached, one behind a proxy that speaks for it was not", () => {
  expect(isMissed(502, "text/html")).toBe(true);
  expect(isMissed(504, null)).toBe(true);
  expect(isMissed(503, "application/json")).toBe(false);
  expect(isMissed(404, "text/html")).toBe(false);
});

it("the oldest answers make room", () => {
  expect(surplus([], { answers: 2, bytes: 10 })).toBe(0);
  expect(surplus([4, 4, 2], { answers: 3, bytes: 10 })).toBe(0);
  expect(surplus([4, 4, 4], { answers: 3, bytes: 10 })).toBe(1);
  expect(surplus([1, 1, 1, 1], { answers: 2, bytes: 10 })).toBe(2);
  expect(surplus([1, 11], { answers: 2, bytes: 10 })).toBe(2);
});

it("a page of another version is recognised by its files", () => {
  expect(isOurs('<script src="/assets/base-1.js"></script><link href="/assets/base-2.css">', FILES)).toBe(true);
  expect(isOurs('<script src="/assets/base-9.js"></script><link href="/assets/base-2.css">', FILES)).toBe(false);
});
