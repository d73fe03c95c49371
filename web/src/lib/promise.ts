/** The promise of a nonce, for whoever joins a table or asks for a rematch. */
import { keepNonce, newNonce, nonceOf, sha256 } from "./nonces";

/** Return the hash of the nonce for a game of a table; whoever promises twice promises the same. */
export function promise(table: string, number: number): Promise<string> {
  const known = nonceOf(table, number);
  const nonce = known?.nonce ?? newNonce();
  if (!known) keepNonce(table, number, nonce);
  return sha256(nonce);
}
