/** Compiles Fluent files when the page is built, so that the browser needs no parser: see src/lib/texts.ts for what comes out. */
import { parse, Message, Placeable, SelectExpression, type Pattern as Parsed } from "@fluent/syntax";
import type { Part, Pattern, Texts } from "./src/lib/texts.ts";

function part(element: Parsed["elements"][number]): Part {
  if (!(element instanceof Placeable)) return element.value;
  const { expression } = element;
  if (expression.type === "StringLiteral") return expression.parse().value;
  if (expression.type === "VariableReference") return [expression.id.name];
  if (!(expression instanceof SelectExpression) || expression.selector.type !== "VariableReference")
    throw new Error(`${expression.type} is not compiled: texts are made of words, variables and choices by a variable`);
  const keyed = expression.variants.map(
    ({ key, value }) => [key.type === "Identifier" ? key.name : key.value, pattern(value)] as [string, Pattern],
  );
  const other = expression.variants.findIndex((variant) => variant.default);
  return [expression.selector.id.name, keyed[other]?.[0] ?? "", Object.fromEntries(keyed)];
}

/** Return the parts of a text; words in a row are one part, and a text without anything else is a string. */
function pattern({ elements }: Parsed): Pattern {
  const parts: Part[] = [];
  for (const each of elements.map(part)) {
    const before = parts.at(-1);
    if (typeof each === "string" && typeof before === "string") parts[parts.length - 1] = before + each;
    else parts.push(each);
  }
  const [only = ""] = parts;
  return parts.length < 2 && typeof only === "string" ? only : parts;
}

/** Return the messages of a Fluent file. */
export function compile(source: string): Texts {
  const messages = parse(source, { withSpans: false }).body.filter((entry) => entry instanceof Message);
  return Object.fromEntries(messages.map(({ id, value }) => [id.name, value ? pattern(value) : ""]));
}
