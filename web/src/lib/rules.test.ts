import { expect, it } from "vitest";
import { readRules } from "./rules";

it("reads the rules of a game", () => {
  const text = "# Dakapo\n\nTwo players\nshare stones.\n\n## Rule 1: Beside\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n\n    8/8 -\n\n## Rule 12: End\n\nOver.\n";
  expect(readRules(text)).toEqual([
    { rule: null, title: "Dakapo", blocks: [{ kind: "text", parts: ["Two players share stones."] }] },
    {
      rule: "1",
      title: "Rule 1: Beside",
      blocks: [
        { kind: "list", parts: ["one more", "two"] },
        { kind: "plain", parts: ["| a | b |", "|---|---|"] },
        { kind: "plain", parts: ["    8/8 -"] },
      ],
    },
    { rule: "12", title: "Rule 12: End", blocks: [{ kind: "text", parts: ["Over."] }] },
  ]);
});
