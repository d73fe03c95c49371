/** A plan of replies: as the server keeps it, and as a tree on the board. */
import { ask } from "./http";
import type { Full, PlannedMove, Ply } from "./messages";
import { readRecord } from "./record";
import { Study } from "./study.svelte";
import { recordOf, type Branch } from "./tree";

/** A plan that is changed on a board, and the table as it was then. */
export interface OpenPlan {
  study: Study;
  full: Full;
  seat: number;
}

const branchesOf = (plan: readonly Ply[]): Branch[] =>
  plan.map(({ move, chair, then = [] }) => ({ move, mover: chair, told: null, comment: "", next: branchesOf(then) }));

/** Open the plan of the reader at a table, from the position that they see. The server tells all moves in words. */
export async function openPlan(table: string): Promise<OpenPlan> {
  const full = await ask<Full>(`/api/tables/${table}`);
  const options = Object.entries(full.options).map(([name, value]) => `${name}=${value}`);
  const tags = {
    Game: full.game,
    Rules: String(full.rules),
    Players: String(full.players),
    ...(options.length && { Options: options.join(" ") }),
    Position: full.view,
  };
  const root = { move: "", mover: -1, told: null, comment: "", next: branchesOf(full.plan ?? []) };
  const study = new Study(await readRecord(recordOf(tags, root)), "0");
  study.most = 0; // nobody is helped in a game that is played
  return { study, full, seat: ((full.you[0] ?? 0) - full.first + full.players) % full.players };
}

/** Return what is sent of a tree: a move of another player without a reply is left out. */
export const planOf = (next: readonly Branch[], seat: number): PlannedMove[] =>
  next.flatMap(({ move, mover, next }) => {
    const then = planOf(next, seat);
    return mover === seat || then.length ? [{ move, then }] : [];
  });

/** Return how many moves of a chair a plan has. */
export const repliesIn = (plan: readonly Ply[], chair: number): number =>
  plan.reduce((sum, ply) => sum + Number(ply.chair === chair) + repliesIn(ply.then ?? [], chair), 0);
