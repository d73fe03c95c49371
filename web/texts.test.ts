import { describe, expect, test } from "vitest";
import { catalogue } from "./src/lib/texts.ts";
import { compile } from "./texts.ts";

const SOURCE = `
# A comment.
plain = Words
filled = { $name } plays { $move }
plural = { $count ->
    [0] nothing
    [one] { $count } point
   *[other] { $count } points
  } in all
chosen = { $colour ->
    [red] Red
   *[blue] { $name }: blue
  }
literal = { "{" }as is{ "}" }
`;

describe("compiled texts", () => {
  const texts = catalogue(compile(SOURCE), "en");
  test("of words alone are words", () => {
    expect(compile(SOURCE).plain).toBe("Words");
    expect(texts("plain")).toBe("Words");
    expect(compile(SOURCE).literal).toBe("{as is}");
  });
  test("have their variables filled, numbers as the language writes them", () => {
    expect(texts("filled", { name: "Ada", move: 1234 })).toBe("Ada plays 1,234");
    expect(catalogue(compile(SOURCE), "de")("filled", { name: "Ada", move: 1234 })).toBe("Ada plays 1.234");
    expect(texts("filled", { name: "Ada" })).toBe("Ada plays {$move}");
  });
  test("choose by the number itself, then by its plural, then the default", () => {
    expect([0, 1, 2].map((count) => texts("plural", { count }))).toEqual(["nothing in all", "1 point in all", "2 points in all"]);
    expect(texts("chosen", { colour: "red" })).toBe("Red");
    expect(texts("chosen", { colour: "green", name: "Ada" })).toBe("Ada: blue");
  });
  test("isolate what is written from right to left", () => {
    expect(texts("filled", { name: "דנה", move: "1" })).toBe("\u2068דנה\u2069 plays 1");
  });
  test("that are missing are none, whatever objects inherit", () => {
    expect(texts("nothing")).toBeNull();
    expect(texts("toString")).toBeNull();
    expect(texts("chosen", { colour: "toString", name: "Ada" })).toBe("Ada: blue");
  });
  test("with other parts of Fluent are refused", () => {
    expect(() => compile("term = { -brand }")).toThrow("TermReference is not compiled");
  });
});
