/** A record within a link: deflated and written in letters that an address may have. Behind the #, so no server sees it. */

const pipe = async (bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([bytes]).stream().pipeThrough(through as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

export async function pack(record: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return the record of a link; raises an error for letters that are none. */
export async function unpack(text: string): Promise<string> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(await pipe(bytes, new DecompressionStream("deflate-raw")));
}

/** Give a link or a text away with the device's own way to share, else into the clipboard; tells which it was. */
export async function give(what: ShareData): Promise<"shared" | "copied" | "no"> {
  try {
    if (typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches) {
      await navigator.share(what);
      return "shared";
    }
    await navigator.clipboard.writeText((what.url ?? what.text) as string);
    return "copied";
  } catch (error) {
    // Whoever closes the device's own window has thought better of it.
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "no";
  }
}
