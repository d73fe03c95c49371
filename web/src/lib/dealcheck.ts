/** Whether a record has what this browser was shown before the game: the one check that does not trust the server. */
import { nonceOf, sha256 } from "./nonces";

/** What the browser itself finds: nothing that it could compare, no way to hash here, or whether each part is as it was shown. */
export type Found =
  { can: "none" | "late" | "insecure" } | { can: "all"; secret: boolean; hashes: boolean; own: boolean; others: boolean; seed: boolean };

/** Return the tags of a record that have to do with its seed; none of them has a quotation mark. */
export const tagsOf = (record: string): Record<string, string> =>
  Object.fromEntries([...record.matchAll(/^\[(\w+) "([^"]*)"\]/gm)].map(([, name = "", value = ""]) => [name, value]));

/** Return what stands for each chair, from 0, of a text such as 1,2:abc 3:def. */
const byChair = (text = ""): Map<number, string> =>
  new Map(
    text.split(" ").flatMap((entry) => {
      const [chairs = "", value = ""] = entry.split(":");
      return chairs.split(",").map((chair) => [Number(chair) - 1, value] as const);
    }),
  );

/** Return the text whose hash is the seed (docs/protocol.md). */
const seedText = ({ Secret = "", Nonces = "" }: Record<string, string>): string =>
  ["encore-deal 1", Secret, ...Nonces.split(" ")].join("\n");

/** Tell whether a number is the one that was promised by a hash; a dash stands for one that did not come in time. */
const fits = async (nonce: string, hash: string): Promise<boolean> => !hash || nonce === "-" || (await sha256(nonce)) === hash;

export async function compare(record: string, table: string, number: number): Promise<Found> {
  const kept = nonceOf(table, number);
  if (!kept) return { can: "none" };
  if (!crypto.subtle) return { can: "insecure" };
  if (!kept.shown) return { can: "late" };
  const { secret_hash, nonce_hashes } = kept.shown;
  const tags = tagsOf(record);
  const [hashes, nonces, hash] = [byChair(tags.NonceHashes), byChair(tags.Nonces), await sha256(kept.nonce)];
  const mine = nonce_hashes.flatMap((one, chair) => (one === hash ? [chair] : []));
  return {
    can: "all",
    secret: tags.SecretHash === secret_hash && (await sha256(tags.Secret ?? "")) === secret_hash,
    hashes: nonce_hashes.every((one, chair) => one === (hashes.get(chair) ?? "")),
    others: (await Promise.all(nonce_hashes.map((one, chair) => fits(nonces.get(chair) ?? "", one)))).every(Boolean),
    own: mine.length > 0 && mine.every((chair) => nonces.get(chair) === kept.nonce),
    seed: (await sha256(seedText(tags))) === tags.Seed,
  };
}
