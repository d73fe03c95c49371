/** Some things need a fresh proof of who the reader is: the server says so, the page asks for it and repeats the action. */
import { ask, Failed } from "./http";
import type { Confirmation, Me } from "./messages";
import { usePasskey } from "./passkeys";

/** What the server says when a proof is needed. */
const NEEDED = "server.confirm-first";

let waiting = $state.raw<{ done: () => void; drop: () => void } | null>(null);

/** Tell whether the reader is asked for a proof. */
export const confirming = (): boolean => waiting !== null;

/** Do something that may need a proof: then the reader is asked, and it is done again. Without a proof it fails as the server said. */
export async function sure<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Failed) || error.fact?.code !== NEEDED) throw error;
    waiting?.drop();
    await new Promise<void>((done, fail) => (waiting = { done, drop: () => fail(error) }));
    return action();
  }
}

/** Give the server a proof. */
export async function confirm(proof: Partial<Confirmation>): Promise<void> {
  await ask<Me>("/api/me/confirm", proof);
  waiting?.done();
  waiting = null;
}

export const confirmWithPasskey = async (): Promise<void> => confirm({ credential: { ...(await usePasskey("/api/me/confirm/begin")) } });

/** Give no proof: what needed it is not done. */
export function doNotConfirm(): void {
  waiting?.drop();
  waiting = null;
}
