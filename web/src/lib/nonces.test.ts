import { createHash } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { compare } from "./dealcheck";
import { keepNonce, newNonce, nonceOf, revealed, sha256 } from "./nonces";
import { promise } from "./promise";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
beforeEach(() => {
  stored.clear();
  vi.useRealTimers();
});

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const [SECRET, OTHER] = ["5".repeat(64), "b".repeat(64)];

/** Reveal a nonce for the first game of a table, and return it with a record that has it. */
function played(): { nonce: string; tags: Record<string, string> } {
  const nonce = newNonce();
  keepNonce("t", 1, nonce);
  revealed("t", { number: 1, secret_hash: hash(SECRET), nonce_hashes: [hash(nonce), hash(nonce), hash(OTHER)] });
  const tags = {
    Secret: SECRET,
    SecretHash: hash(SECRET),
    Nonces: `1,2:${nonce} 3:${OTHER}`,
    NonceHashes: `1,2:${hash(nonce)} 3:${hash(OTHER)}`,
    Seed: hash(`encore-deal 1\n${SECRET}\n1,2:${nonce}\n3:${OTHER}`),
  };
  return { nonce, tags };
}

const record = (tags: Record<string, string>): string =>
  `[Game "dacapo"]\n${Object.entries(tags)
    .map(([name, value]) => `[${name} "${value}"]\n`)
    .join("")}\n1. a1`;

it("hashes as everybody does", async () => {
  expect(await sha256("é")).toBe(hash("é"));
});

it("promises the same nonce twice, and another one for another game", async () => {
  expect(await promise("t", 1)).toBe(await promise("t", 1));
  expect(await promise("t", 2)).not.toBe(await promise("t", 1));
  expect(await promise("t", 1)).toBe(hash(nonceOf("t", 1)?.nonce ?? ""));
});

it("keeps what was shown first", () => {
  keepNonce("u", 1, "mine");
  const deal = { number: 1, secret_hash: "first", nonce_hashes: ["a"] };
  expect(revealed("u", deal)).toBe("mine");
  expect(revealed("u", { ...deal, secret_hash: "second" })).toBe("mine");
  expect(nonceOf("u", 1)?.shown?.secret_hash).toBe("first");
  expect(revealed("u", { ...deal, number: 2 })).toBeUndefined();
});

it("forgets the oldest, and everything after half a year", () => {
  vi.useFakeTimers();
  keepNonce("old", 1, "x");
  vi.advanceTimersByTime(181 * 86_400_000);
  keepNonce("new", 1, "y");
  expect(nonceOf("old", 1)).toBeUndefined();
  for (let at = 0; at < 50; at++) keepNonce("many", at, "z");
  expect(nonceOf("new", 1)).toBeUndefined();
  expect(nonceOf("many", 0)).toBeDefined();
});

it("is satisfied with what it was shown", async () => {
  const { tags } = played();
  expect(await compare(record(tags), "t", 1)).toEqual({ can: "all", secret: true, hashes: true, own: true, others: true, seed: true });
});

it("finds each change", async () => {
  const { nonce, tags } = played();
  const found = async (changed: Record<string, string>): Promise<unknown> => compare(record({ ...tags, ...changed }), "t", 1);
  const later = "6".repeat(64);
  expect(await found({ Secret: later, SecretHash: hash(later) })).toMatchObject({ secret: false, seed: false });
  expect(await found({ Secret: later })).toMatchObject({ secret: false });
  expect(await found({ NonceHashes: `1,2:${hash(nonce)} 3:${hash(later)}` })).toMatchObject({ hashes: false });
  expect(await found({ Nonces: `1,2:${nonce} 3:${later}` })).toMatchObject({ own: true, others: false });
  expect(await found({ Nonces: `1,2:${nonce} 3:-` })).toMatchObject({ others: true });
  expect(await found({ Nonces: `1,2:- 3:${OTHER}` })).toMatchObject({ own: false });
  expect(await found({ Nonces: "", NonceHashes: "" })).toMatchObject({ own: false, hashes: false });
  expect(await found({ Seed: later })).toMatchObject({ seed: false });
});

it("says what it cannot compare", async () => {
  const { tags } = played();
  expect(await compare(record(tags), "elsewhere", 1)).toEqual({ can: "none" });
  keepNonce("t", 2, "never asked for");
  expect(await compare(record(tags), "t", 2)).toEqual({ can: "late" });
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues });
  expect(await compare(record(tags), "t", 1)).toEqual({ can: "insecure" });
  expect(await sha256("x")).toBe("");
  vi.unstubAllGlobals();
});
