/** Up to where the reader has read the chats of tables, in this browser. */
import { isListOf, isText, keep, recall } from "./kept";
import { markOf, type Read } from "./unread";

type Kept = [table: string, count: number, mark: number];
const READ = "read";
const MOST = 50;
const NOTHING: Read = [0, 0];
const isKept = (one: unknown): one is Kept => Array.isArray(one) && isText(one[0]) && [one[1], one[2]].every(Number.isInteger);

let kept = $state.raw<readonly Kept[]>(recall(READ, (value) => isListOf(value, isKept), []));

export function readAt(table: string): Read {
  const [, count, mark] = kept.find(([name]) => name === table) ?? ["", ...NOTHING];
  return [count, mark];
}

/** Note that everything that has been said so far is read. */
export function markRead(table: string, said: readonly unknown[]): void {
  const [count, mark] = [said.length, markOf(said.at(-1))];
  const before = readAt(table);
  if (before[0] === count && before[1] === mark) return;
  kept = [[table, count, mark] as Kept, ...kept.filter(([name]) => name !== table)].slice(0, MOST);
  keep(READ, kept);
}
