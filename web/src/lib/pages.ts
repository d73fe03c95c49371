/** The pages, each loaded when it is needed, and what a page needs besides. */
import type { Component } from "svelte";
import { loadBoard, loadNotation, loadSeat } from "./board";
import { useGameTexts } from "./i18n.svelte";
import { running } from "./kept";
import { dropEarly, openEarly } from "./line";
import type { Route } from "./route.svelte";

/** Load a part of the page together with the texts that it needs. */
export const withTexts = async <T>(module: Promise<T>, ...owners: string[]): Promise<T> =>
  (await Promise.all([module, ...owners.map((owner) => useGameTexts(owner))]))[0];

/** Each page gets the parts of its own route. */
type Page = Component<Record<string, unknown>>;
const PAGES = {
  start: () => import("../pages/Start.svelte"),
  table: () => import("../pages/Table.svelte"),
  learn: () => withTexts(import("../pages/Learn.svelte"), "learn"),
  replay: () => withTexts(import("../pages/Replay.svelte"), "analysis"),
  analyse: () => withTexts(import("../pages/Analyse.svelte"), "analysis"),
  puzzles: () => withTexts(import("../pages/Puzzles.svelte"), "puzzles"),
  solve: () => withTexts(import("../pages/Solve.svelte"), "puzzles"),
  daily: () => withTexts(import("../pages/Daily.svelte"), "puzzles"),
  play: () => withTexts(import("../pages/Play.svelte"), "seeks", "ratings"),
  me: () => withTexts(import("../pages/Me.svelte"), "people", "notices", "ratings"),
  leaderboard: () => withTexts(import("../pages/Leaderboard.svelte"), "ratings"),
  unknown: () => import("../pages/Unknown.svelte"),
} as unknown as Record<Route["page"], () => Promise<{ default: Page }>>;
/** The pages that are there: they can be drawn without waiting. */
const there = new Map<string, Page>();

/** Return the component of a page. */
export const pageOf = ({ page }: Route): Page | Promise<Page> =>
  there.get(page) ??
  PAGES[page]().then((module) => {
    there.set(page, module.default);
    return module.default;
  });

/**
 * Ask at once for what the first page needs, instead of one thing after the other as it is drawn; wait for its component.
 *
 * What does not come is asked for again by whoever draws it, and is missed there.
 */
export async function loadAhead(route: Route): Promise<void> {
  const page = Promise.resolve(pageOf(route));
  if (route.page === "table") {
    openEarly(route.table);
    page.catch(dropEarly);
    const game = running().find(({ table }) => table === route.table)?.game;
    if (game) void Promise.allSettled([loadBoard(game), loadNotation(game), loadSeat(game), useGameTexts(game)]);
  }
  await page.catch(() => undefined);
}
