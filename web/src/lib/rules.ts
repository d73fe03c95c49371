/** The rules of a game as its RULES.md has them: what the page needs of that to show them. */

export interface Block {
  kind: "text" | "list" | "plain";
  /** The paragraph, the points of a list, or lines to be shown as they stand. */
  parts: string[];
}

export interface Section {
  /** The number of the rule; none for what stands before the first. */
  rule: string | null;
  title: string;
  blocks: Block[];
}

export function readRules(text: string): Section[] {
  return text.split(/^#{1,2} /m).filter((part) => part.trim()).map(section);
}

function section(part: string): Section {
  const [title = "", ...lines] = part.split("\n");
  const blocks = lines.join("\n").split(/\n{2,}/).map((each) => each.replace(/^\n+|\s+$/g, "")).filter(Boolean);
  return { rule: /^Rule (\w+):/.exec(title)?.[1] ?? null, title, blocks: blocks.map(block) };
}

function block(text: string): Block {
  const joined = (lines: string): string => lines.replace(/\s*\n\s*/g, " ");
  if (/^( {4}|\|)/.test(text)) return { kind: "plain", parts: text.split("\n") };
  if (text.startsWith("- ")) return { kind: "list", parts: text.slice(2).split(/\n- /).map(joined) };
  return { kind: "text", parts: [joined(text)] };
}
