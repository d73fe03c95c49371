/** Whether the player to move may be claimed against: before that, a claim would only be refused. */
import type { Full } from "./messages";
import type { Table } from "./table.svelte";

/** Why the player to move may be claimed against; a live game ends by itself when somebody's time ends. */
export function missed(table: Table, full: Full, now: number): "time" | "away" | null {
  const mover = full.to_move;
  if (mover === null || full.phase !== "playing") return null;
  if (full.timing.kind === "days") return (table.left(mover, now) ?? 1) <= 0 ? "time" : null;
  const away = full.chairs[mover]?.kind !== "bot" && table.away(mover, now) >= (full.away_ms ?? Infinity);
  return away ? "away" : null;
}

/** Tell whether the reader plays against the player to move. */
export const opposes = ({ you, to_move, partners }: Full): boolean =>
  to_move !== null && you.length > 0 && !you.includes(to_move) && !partners?.includes(to_move);
