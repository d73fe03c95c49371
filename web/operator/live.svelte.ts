/** What the page shows, asked for again and again, and what is open over it. */
import { ask, order, why, type Order } from "./asking";
import type { Load, Loads, State } from "./messages";

const EVERY = 3000;

export interface Somebody {
  whom: "person" | "address" | "name";
  target: string;
}
/** The window that is open: restricting somebody, closing or looking at a table, draining a process. */
export type Open =
  { what: "restrict"; somebody: Somebody; reason: string } | { what: "close" | "look"; table: string } | { what: "drain"; process: number };

class Live {
  loads = $state.raw<readonly Load[]>([]);
  /** Processes that do not answer. */
  silent = $state.raw<readonly number[]>([]);
  state = $state.raw<State | null>(null);
  /** Why what is shown may be old. */
  failure = $state("");
  /** What came of the last order. */
  told = $state("");
  open = $state.raw<Open | null>(null);
  /** What had the focus before a window was opened. */
  #before: Element | null = null;
  find = $state("");
  everything = $state(false);
  paused = $state(false);
  at = $state(0);

  /** Open a window, or another one instead of the one that is open. */
  show(open: Open): void {
    if (!this.open) this.#before = document.activeElement;
    this.open = open;
  }

  close(): void {
    this.open = null;
    const back = this.#before?.isConnected ? this.#before : document.querySelector("main");
    if (back instanceof HTMLElement) back.focus();
  }

  /** Ask for everything once; the load takes a second longer than the rest. */
  async refresh(): Promise<void> {
    const asked = new URLSearchParams({ ...(this.find && { find: this.find }), ...(this.everything && { done: "" }) });
    const load = ask<Loads>("load");
    load.catch(() => undefined); // it fails for the same reason as the other one, which is told
    try {
      this.state = await ask<State>(`state?${asked.toString()}`);
      ({ loads: this.loads, silent: this.silent } = await load);
      this.failure = "";
      this.at = Date.now();
    } catch (error) {
      this.failure = why(error);
    }
  }

  /** Refresh until the page is closed: not while nobody sees it, or the operator has paused it. */
  async run(): Promise<never> {
    for (;;) {
      if (!this.paused && !document.hidden) await this.refresh();
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  }

  /** Carry out an order, say what came of it, and show it at once. */
  async do(asked: Order): Promise<void> {
    this.told = "";
    this.told = await order(asked);
    void this.refresh();
  }
}

export const live = new Live();
