/** How much of a chat has been read. Knows nothing of the page. */

/** What was read last: how many messages there were, and a mark of the last one. */
export type Read = readonly [count: number, mark: number];

/** A number for a message, since its words are not to be kept in the browser. */
export function markOf(said: unknown): number {
  let mark = 0;
  for (const letter of JSON.stringify(said)) mark = (mark * 31 + letter.charCodeAt(0)) | 0;
  return mark;
}

/** Return how many messages come before the first unread one. The server tells only the newest, so the count alone is not enough. */
export function readOf(said: readonly unknown[], [count, mark]: Read): number {
  if (count && said.length >= count && markOf(said[count - 1]) === mark) return count;
  return said.findLastIndex((one) => markOf(one) === mark) + 1;
}
