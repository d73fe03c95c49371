import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissed, finished, keep, recall, running, shown } from "./kept";
import type { Full } from "./messages";
import { forgetPersonal, keepTable, knownTable } from "./worker";
import type { ToWorker } from "../worker/messages";

let told: [string, ToWorker][] = [];

/** A worker that notes what it is told, and answers it. */
const worker = (name: string, answer: unknown = null): object => ({
  postMessage: (message: ToWorker, [port]: MessagePort[]) => {
    told.push([name, message]);
    port?.postMessage(answer);
  },
});

function surround(serviceWorker: object | undefined): void {
  vi.stubGlobal("navigator", { serviceWorker });
}

beforeEach(() => {
  told = [];
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const table = (change: Partial<Full>): Full => ({ table: "abcd", phase: "playing", you: [0], hidden: true, ...change }) as Full;

it("a table is kept, unless people at one screen hide their hands from each other", async () => {
  surround({ controller: worker("ours") });
  await keepTable(table({ you: [0, 1] }));
  expect(told).toEqual([]);
  for (const safe of [table({}), table({ you: [0, 1], hidden: false }), table({ you: [0, 1], phase: "over" })]) {
    await keepTable(safe);
    expect(told.pop()).toEqual(["ours", { t: "table", full: safe }]);
  }
});

it("without a worker nothing is known, and nothing fails", async () => {
  for (const none of [undefined, { controller: null, getRegistration: () => Promise.resolve(undefined) }]) {
    surround(none);
    expect(await knownTable("abcd")).toBeNull();
    await keepTable(table({}));
    await forgetPersonal();
  }
});

it("a sign-out leaves nothing of who played, in any version, but the settings", async () => {
  surround({ getRegistration: () => Promise.resolve({ active: worker("old"), waiting: worker("new") }) });
  keep("tables", [{ table: "abcd", game: "dakapo", names: ["Ada"], invite: "", over: false }]);
  keep("finished", [{ table: "abcd", number: 1, game: "dakapo", names: ["Ada"], at: 1 }]);
  keep("dismissed", ["efgh"]);
  keep("name", "Ada");
  keep("language", "de");
  shown.full = table({});
  await forgetPersonal();
  expect([running(), finished(), dismissed(), recall("name", (one) => typeof one === "string", null), shown.full]).toEqual([
    [],
    [],
    [],
    "",
    undefined,
  ]);
  expect(recall("language", (one) => typeof one === "string", null)).toBe("de");
  expect(told).toEqual([
    ["old", { t: "forget" }],
    ["new", { t: "forget" }],
  ]);
});
