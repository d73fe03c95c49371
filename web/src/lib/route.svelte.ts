/** Where the reader is: the path of the page, without a library. */

export type Route =
  | { page: "start" }
  | { page: "table"; table: string }
  | { page: "learn"; game: string }
  /** Without a number it is the latest game of the table. */
  | { page: "replay"; table: string | null; number?: number }
  /** The beginning of a game, or a finished game of a table; without either, what stands behind the # of the address, or the choice. */
  | { page: "analyse"; game?: string; table?: string; number?: number }
  | { page: "puzzles" }
  /** A puzzle; of the day that it is the daily of, where it is solved as that. */
  | { page: "solve"; puzzle: string; day?: string }
  /** Without a day it is today. */
  | { page: "daily"; day?: string }
  /** The reader as a person: their games, their keys, or how to become one. */
  | { page: "me" }
  /** Where somebody looks for others to play with. */
  | { page: "play" }
  /** The best at each game. */
  | { page: "leaderboard" }
  | { page: "unknown" };

const PUZZLE = /^[0-9a-f]{12}$/;

/** Return the page of a path. */
export function routeOf(path: string): Route {
  const [page = "", name = "", ...more] = path.split("/").slice(1);
  const [number, ...nothing] = more.filter(Boolean);
  if (number && /^[\w-]{1,64}$/.test(name) && /^[1-9]\d{0,5}$/.test(number) && !nothing.length) {
    if (page === "replay") return { page, table: name, number: Number(number) };
    if (page === "analyse") return { page, table: name, number: Number(number) };
  }
  const isDay = page === "daily" && /^\d{4}-\d\d-\d\d$/.test(name);
  if (isDay && PUZZLE.test(number ?? "") && !nothing.length) return { page: "solve", puzzle: number as string, day: name };
  if (number) return { page: "unknown" };
  if (page === "") return { page: "start" };
  if (page === "table" && /^[\w-]{1,64}$/.test(name)) return { page, table: name };
  if (page === "learn" && /^[a-z][a-z0-9_]{0,31}$/.test(name)) return { page, game: name };
  if (page === "analyse" && /^([a-z][a-z0-9_]{0,31})?$/.test(name)) return name ? { page, game: name } : { page };
  if (page === "replay" && /^[\w-]{0,64}$/.test(name)) return { page, table: name || null };
  if ((page === "puzzles" || page === "me" || page === "play" || page === "leaderboard") && !name) return { page };
  if (page === "puzzles" && PUZZLE.test(name)) return { page: "solve", puzzle: name };
  if (page === "daily" && (isDay || !name)) return name ? { page, day: name } : { page };
  return { page: "unknown" };
}

const state = $state<{ route: Route; visits: number }>({ route: { page: "start" }, visits: 0 });

export const route = (): Route => state.route;
/** Grows with every change of page, so that the same page can start again. */
export const visits = (): number => state.visits;

/** Where the page is. A # within it is not another page, but for a replay or an analysis it is another record, and for a table an invitation. */
const address = (): string =>
  location.pathname + (["/replay", "/analyse"].includes(location.pathname) || location.hash.startsWith("#invite=") ? location.hash : "");
/** The address that is shown. */
let shown = "";

function arrive(): void {
  shown = address();
  state.route = routeOf(location.pathname);
  state.visits++;
}

/** Go to another page, which takes the entry of an open window in the history. */
export function go(path: string): void {
  history[history.state ? "replaceState" : "pushState"](null, "", path);
  arrive();
  scrollTo(0, 0);
}

/** Write another address for the same page, so that it survives a reload and can be shared. */
export function rewrite(path: string): void {
  history.replaceState(history.state, "", path);
  shown = address();
}

/** Forget what stands behind the # of the address, such as an invitation that was used. */
export function dropFragment(): void {
  rewrite(location.pathname);
}

/** Follow the links of the page without loading it again, and the buttons back and forward. */
export function startRouting(): void {
  const follow = (): void => {
    if (address() !== shown) arrive();
    if (history.state) history.back(); // the entry of a window that is not open any more
  };
  follow();
  addEventListener("popstate", follow);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = !link || link.target || link.hasAttribute("download") || link.origin !== location.origin;
    if (elsewhere || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.hash === "#main") {
      // The address of an analysis or a replay has its own #.
      event.preventDefault();
      document.getElementById("main")?.focus();
      return;
    }
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  });
}
