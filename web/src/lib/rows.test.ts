import { expect, it } from "vitest";
import { Rows } from "./rows";

it("makes a row again only where a part of it is another", () => {
  const rows = new Rows<{ text: string }>();
  let made = 0;
  const list = (...parts: unknown[][]) => parts.map((each, at) => rows.row(at, each, () => ({ text: `${each.join()} ${++made}` })));
  const told = { code: "told" };
  const [first, second] = list(["a", told], ["b", told]);
  expect(list(["a", told], ["b", { ...told }], ["c"]).map((row, at) => row === [first, second][at])).toEqual([true, false, false]);
  expect(made).toBe(4);
  // After an undo another move stands there.
  expect(list(["a", told], ["d"])[1]?.text).toBe("d 5");
});
