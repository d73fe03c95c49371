/** The rows of a list that grows: a row is made again only where something that it is made of has changed. */
export class Rows<T> {
  #made: { parts: readonly unknown[]; row: T }[] = [];

  /** Return the row at a place: that of last time if its parts are the same ones. */
  row(at: number, parts: readonly unknown[], make: () => T): T {
    const made = this.#made[at];
    if (made?.parts.length === parts.length && made.parts.every((part, index) => part === parts[index])) return made.row;
    const row = make();
    this.#made[at] = { parts, row };
    return row;
  }
}
