/** Texts as the build compiles them from Fluent files, and how they are filled. */

/** Words, a variable, or a choice by a variable: its name, the key of all other values, and a text for each key. */
export type Part = string | [string] | [string, string, Record<string, Pattern>];
export type Pattern = string | Part[];
export type Texts = Record<string, Pattern>;
export type Values = Record<string, string | number>;

/** Returns a text with its variables filled; null where there is none of that name. */
export type Catalogue = (id: string, values?: Values) => string | null;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** What is written from right to left, such as a name, is isolated, so that it does not scramble the words around it. */
const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** Return the texts of an owner, with the numbers and plurals of their language. */
export function catalogue(texts: Texts, language: string): Catalogue {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);

  function chosen(value: string | number | undefined, other: string, variants: Record<string, Pattern>): Pattern {
    const key = [String(value), typeof value === "number" ? plurals.select(value) : ""].find((one) => Object.hasOwn(variants, one));
    return variants[key ?? other] ?? "";
  }

  function filled(pattern: Pattern, values: Values): string {
    if (typeof pattern === "string") return pattern;
    return pattern
      .map((part) => {
        if (typeof part === "string") return part;
        const value = values[part[0]];
        if (part.length === 3) return filled(chosen(value, part[1], part[2]), values);
        return typeof value === "number" ? numbers.format(value) : value === undefined ? `{$${part[0]}}` : isolated(value);
      })
      .join("");
  }

  return (id, values = {}) => (Object.hasOwn(texts, id) ? filled(texts[id] ?? "", values) : null);
}
