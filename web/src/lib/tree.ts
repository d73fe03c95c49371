/** A game with variations, as a tree of moves. The first branch at a place is the main line there. Nothing is changed: each change returns a new tree. */
import type { Commented, Fact, Replay, ReplayedVariation } from "./messages";

export interface Branch {
  readonly move: string;
  /** A seat, or -1 for the dealer. */
  readonly mover: number;
  readonly told: Fact | null;
  readonly comment: string;
  readonly next: readonly Branch[];
}

/** Which branch to take at each place, from the start. */
export type Path = readonly number[];

/** As deep as a record may have variations. */
const DEEPEST = 20;
/** So many moves and bytes fit into a record that the server reads. */
const MOST = 3000;
const LARGEST = 100_000;
const WIDTH = 79;

/** Return the last branch of a path; the root for an empty one. */
export const branchAt = (root: Branch, path: Path): Branch | undefined =>
  path.reduce<Branch | undefined>((branch, index) => branch?.next[index], root);

/** Return the branches of a path. */
export const lineTo = (root: Branch, path: Path): Branch[] =>
  path.map((_, at) => branchAt(root, path.slice(0, at + 1))).filter((branch) => branch !== undefined);

/** Return the path along some moves from the start, as far as the tree has them. */
export function pathOf(root: Branch, moves: readonly string[]): Path {
  const path: number[] = [];
  let branch = root;
  for (const move of moves) {
    const index = branch.next.findIndex((next) => next.move === move);
    if (index < 0) break;
    path.push(index);
    branch = branch.next[index] ?? branch;
  }
  return path;
}

/** Return the path to the end of the main line after a path. */
export function endOf(root: Branch, path: Path): Path {
  const end = [...path];
  for (let branch = branchAt(root, path); branch?.next.length; branch = branch.next[0]) end.push(0);
  return end;
}

/** Return how many moves a branch has, with those that follow it. */
export function movesIn(branch: Branch): number {
  let count = 0;
  const waiting = [branch];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    count++;
    waiting.push(...one.next);
  }
  return count;
}

/** Return the path to the next variation in a direction, at the last place of the path. */
export function sibling(root: Branch, path: Path, by: 1 | -1): Path {
  const index = (path.at(-1) ?? 0) + by;
  const parent = branchAt(root, path.slice(0, -1));
  return path.length && parent?.next[index] ? [...path.slice(0, -1), index] : path;
}

function change(root: Branch, path: Path, how: (branch: Branch) => Branch): Branch {
  const [index, ...rest] = path;
  if (index === undefined) return how(root);
  return { ...root, next: root.next.map((branch, at) => (at === index ? change(branch, rest, how) : branch)) };
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Whether the record of a tree can be read again: it has not too many moves, letters, or variations of variations. */
function fits(root: Branch): boolean {
  let [moves, size] = [0, 0];
  const waiting = [{ branch: root, depth: 0 }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { branch, depth } = one;
    moves++;
    size += branch.move.length + bytes(branch.comment) + 6;
    if (depth > DEEPEST || moves > MOST + 1 || size > LARGEST) return false;
    for (const [index, next] of branch.next.entries()) waiting.push({ branch: next, depth: depth + Number(index > 0) });
  }
  return true;
}

/** Return the tree with one more branch, and the path to it; a move that is there is not added again. Null: the tree is full. */
export function grow(root: Branch, path: Path, move: string, mover: number, told: Fact | null): [Branch, Path] | null {
  const next = branchAt(root, path)?.next ?? [];
  const known = next.findIndex((branch) => branch.move === move);
  if (known >= 0) return [root, [...path, known]];
  const added = { move, mover, told, comment: "", next: [] };
  const grown = change(root, path, (branch) => ({ ...branch, next: [...branch.next, added] }));
  return fits(grown) ? [grown, [...path, next.length]] : null;
}

/** Return the tree without a branch and all that follows it. */
export const cut = (root: Branch, path: Path): Branch =>
  path.length
    ? change(root, path.slice(0, -1), (branch) => ({ ...branch, next: branch.next.filter((_, at) => at !== path.at(-1)) }))
    : { ...root, next: [] };

/** Return the tree without the other branches at the last place of a path. */
export const only = (root: Branch, path: Path): Branch =>
  change(root, path.slice(0, -1), (branch) => ({ ...branch, next: branch.next.filter((_, at) => at === path.at(-1)) }));

/** Return the tree with another comment; null if it is too long. */
export function comment(root: Branch, path: Path, text: string): Branch | null {
  const changed = change(root, path, (branch) => ({ ...branch, comment: text }));
  return fits(changed) ? changed : null;
}

/** Return the tree with a variation as the main line at the place where it leaves the present one, and the path to the same move. Null: variations would be too deep. */
export function promote(root: Branch, path: Path): [Branch, Path] | null {
  const at = path.findLastIndex(Boolean);
  if (at < 0) return [root, path];
  const index = path[at] ?? 0;
  const first = (next: readonly Branch[]): Branch[] => [...next.slice(index, index + 1), ...next.filter((_, other) => other !== index)];
  const promoted = change(root, path.slice(0, at), (branch) => ({ ...branch, next: first(branch.next) }));
  return fits(promoted) ? [promoted, path.map((one, place) => (place === at ? 0 : one))] : null;
}

interface Line {
  moves: readonly string[];
  movers: readonly number[];
  told?: readonly Fact[];
  comments?: readonly Commented[];
  variations?: readonly ReplayedVariation[];
}

/** Return the tree of a replayed record. */
export function treeOf(replay: Replay): Branch {
  return { move: "", mover: -1, told: null, comment: said(replay, 0), next: branches(replay, 0) };
}

const said = ({ comments = [] }: Line, after: number): string =>
  comments
    .filter((one) => one.after === after)
    .map(({ text }) => text.trim())
    .join(" ");

function branches(line: Line, from: number): Branch[] {
  // From the end, without recursion along the line: games can be long.
  let next: Branch[] = [];
  for (let at = line.moves.length - 1; at >= from; at--) {
    const comment = [at === 0 && "after" in line ? said(line, 0) : "", said(line, at + 1)].filter(Boolean).join(" ");
    const main = { move: line.moves[at] ?? "", mover: line.movers[at] ?? -1, told: line.told?.[at] ?? null, comment, next };
    const others = (line.variations ?? []).filter(({ after }) => after === at).flatMap((variation) => branches(variation, 0));
    next = [main, ...others];
  }
  return next;
}

/** Return the record of a tree, with its comments and variations. */
export function recordOf(tags: Record<string, string>, root: Branch): string {
  const head = Object.entries(tags).map(([tag, value]) => `[${tag} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const rows = [""];
  for (const word of [...commented(root), ...words(root.next)]) {
    const row = rows.at(-1) ?? "";
    if (row && row.length + 1 + word.length > WIDTH) rows.push(word);
    else rows[rows.length - 1] = row ? `${row} ${word}` : word;
  }
  return `${[...head, "", ...rows.filter(Boolean)].join("\n")}\n`;
}

const commented = ({ comment }: Branch): string[] => {
  const text = comment.replaceAll(/\s+/g, " ").replaceAll("}", ")").replaceAll("{", "(").trim();
  return text ? [`{${text}}`] : [];
};

function words(next: readonly Branch[]): string[] {
  const found: string[] = [];
  for (let [main, ...others] = next; main; [main, ...others] = main.next) {
    found.push(main.move, ...commented(main));
    for (const other of others) found.push("(", ...words([other]), ")");
  }
  return found;
}

/** Write a path: how many main moves, then the number of a variation, and so on. */
export function writePath(path: Path): string {
  const parts: number[] = [];
  let main = 0;
  for (const index of path) {
    if (index) parts.push(main, index);
    main = index ? 0 : main + 1;
  }
  return [...parts, main].join(".");
}

/** Read a path as far as the tree has it. */
export function readPath(root: Branch, text: string): Path {
  const path: number[] = [];
  const numbers = text.split(".").map(Number);
  for (const [at, number] of numbers.entries()) {
    const steps = at % 2 ? [number] : Array.from({ length: Math.min(number, MOST) || 0 }, () => 0);
    for (const step of steps) {
      if (!branchAt(root, [...path, step])) return path;
      path.push(step);
    }
  }
  return path;
}
