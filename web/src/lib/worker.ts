/** What the page asks of its service worker, where it has one. */
import { keep, shown } from "./kept";
import type { Full, Looked } from "./messages";
import type { KnownTable, ToWorker } from "../worker/messages";

/** Ask a worker; null where there is none, and where storage fails. */
export const tell = <T>(worker: ServiceWorker | null | undefined, message: ToWorker): Promise<T | null> =>
  new Promise((done) => {
    if (!worker) return done(null);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data as T | null);
    worker.postMessage(message, [port2]);
  });

const current = (): ServiceWorker | null | undefined => navigator.serviceWorker?.controller;

export const knownTable = (table: string): Promise<KnownTable | null> => tell<KnownTable>(current(), { t: "known", table });

/** Tell whether what is shown of a table may be shown later to whoever looks: not where people at one screen hide their hands. */
const isSafe = ({ hidden, phase, you }: Full): boolean => !hidden || phase === "over" || you.length < 2;

/** Keep what is shown of a table, to be shown without a network as what it was then. */
export const keepTable = async (full: Full): Promise<void> => {
  if (isSafe(full)) await tell(current(), { t: "table", full });
};

/** Have the answers to questions kept, which are asked as soon as the server has time. */
export const keepLooks = (questions: Looked[]): void =>
  void tell(current(), { t: "looks", bodies: questions.map((question) => JSON.stringify(question)) });

/** Remove what tells who has played here and what: for a sign-out. Settings, language and results of puzzles stay. */
export async function forgetPersonal(): Promise<void> {
  shown.full = undefined;
  keep("tables", []);
  keep("dismissed", []);
  keep("finished", []);
  keep("name", "");
  keep("nonces", []);
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await Promise.all([found?.active, found?.waiting].map((worker) => tell(worker, { t: "forget" })));
}
