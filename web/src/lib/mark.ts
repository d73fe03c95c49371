/** Where the marks of seats are found. */
import type { Component } from "svelte";
import { partOf } from "./board";

/** What a game shows beside a name, in Mark.svelte. */
export interface MarkProps {
  seat: number;
}
const marks = import.meta.glob<{ default: Component<MarkProps> }>("../../../src/encore/games/*/web/Mark.svelte");

/** Return the mark of the seats of a game; null where it has none. */
export const loadMark = async (game: string): Promise<Component<MarkProps> | null> => (await partOf(marks, game)?.())?.default ?? null;
