/** The rules of a game as its RULES.md has them: what the page needs of that to show them. */

export type Block =
  /** A paragraph, the points of a list, or lines to be shown as they stand. */
  { kind: "text" | "list" | "plain"; parts: string[] } | { kind: "table"; head: string[]; rows: string[][] };

export interface Section {
  /** The number of the rule; none for what stands before the first. */
  rule: string | null;
  title: string;
  blocks: Block[];
}

/** "Rule 4: …", whatever a rule is called in the language: "Règle 4 : …", "ルール4：…". */
const NUMBER = /^\D*(\d\w*)\s*[:：]/;

export function readRules(text: string): Section[] {
  return text
    .split(/^#{1,2} /m)
    .filter((part) => part.trim())
    .map(section);
}

function section(part: string): Section {
  const [title = "", ...lines] = part.split("\n");
  const blocks = lines
    .join("\n")
    .split(/\n{2,}/)
    .map((each) => each.replace(/^\n+|\s+$/g, ""))
    .filter(Boolean);
  return { rule: NUMBER.exec(title)?.[1] ?? null, title, blocks: blocks.map(block) };
}

function block(text: string): Block {
  const joined = (lines: string): string => lines.replace(/\s*\n\s*/g, " ");
  if (text.startsWith("    ")) return { kind: "plain", parts: text.split("\n").map((line) => line.slice(4)) };
  if (text.startsWith("|")) return table(text.split("\n"));
  if (text.startsWith("- ")) return { kind: "list", parts: text.slice(2).split(/\n- /).map(joined) };
  return { kind: "text", parts: [joined(text)] };
}

/** The second line of a table only rules it off. */
function table(lines: string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { kind: "table", head, rows };
}
