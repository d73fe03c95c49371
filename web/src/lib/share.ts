/** How a link or a text leaves the page. */

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
