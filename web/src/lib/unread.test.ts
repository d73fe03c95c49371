import { describe, expect, it } from "vitest";
import { markOf, readOf, type Read } from "./unread";

const words = (...texts: string[]): unknown[] => texts.map((text) => ({ name: "Béla", chair: 1, text }));
const readAll = (said: unknown[]): Read => [said.length, markOf(said.at(-1))];

describe("what has been read of a chat", () => {
  it("is nothing at first", () => {
    expect(readOf(words("Hello", "Well?"), [0, 0])).toBe(0);
    expect(readOf([], [0, 0])).toBe(0);
  });
  it("goes up to the message that was read last, though the next one says the same", () => {
    const read = readAll(words("Hello", "Oops"));
    expect(readOf(words("Hello", "Oops", "Oops"), read)).toBe(2);
  });
  it("is found where the server no longer tells the oldest messages", () => {
    const read = readAll(words("a", "b", "c"));
    expect(readOf(words("c", "d"), read)).toBe(1);
    expect(readOf(words("b", "c", "d", "e"), read)).toBe(2);
    expect(readOf(words("x", "y"), read)).toBe(0);
  });
});
