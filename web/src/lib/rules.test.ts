import { expect, it } from "vitest";
import { readRules } from "./rules";

it("reads the rules of a game", () => {
  const text =
    "# Dakapo\n\nTwo players\nshare stones.\n\n## Rule 1: Beside\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | two `x` |\n\n    8/8 -\n\n## Rule 12: End\n\nOver.\n";
  expect(readRules(text)).toEqual([
    { rule: null, title: "Dakapo", blocks: [{ kind: "text", parts: ["Two players share stones."] }] },
    {
      rule: "1",
      title: "Rule 1: Beside",
      blocks: [
        { kind: "list", parts: ["one more", "two"] },
        { kind: "table", head: ["a", "b"], rows: [["1", "two `x`"]] },
        { kind: "plain", parts: ["8/8 -"] },
      ],
    },
    { rule: "12", title: "Rule 12: End", blocks: [{ kind: "text", parts: ["Over."] }] },
  ]);
});

it("knows the number of a rule in every language", () => {
  const titles = ["Rule 4: Points", "Regel 4: Punkte", "Règle 4 : Les points", "ルール4：得点", "Rule 4b: More", "Notes on 1980"];
  expect(readRules(titles.map((title) => `## ${title}\n`).join("")).map((section) => section.rule)).toEqual([
    "4",
    "4",
    "4",
    "4",
    "4b",
    null,
  ]);
});
