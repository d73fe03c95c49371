/** The drawing of a face: for each colour its discs, and a sign on each disc, so that nobody has to see colours. */
import shapes from "./tile.json";
import type { Colour } from "./types";

export interface Painted {
  colour: Colour;
  discs: string;
  signs: string;
}

const known = new Map<string, Painted[]>();

/** Return the paint of a face that lies to the east, its first square around the origin: two paths for each colour. */
export function paintOf(face: string): Painted[] {
  const found = known.get(face);
  if (found) return found;
  const paints = new Map<Colour, Painted>();
  // The central disc has two halves, which come first.
  [...face.charAt(0), ...face].forEach((letter, index) => {
    const [colour, half] = [letter as Colour, shapes.halves[index]];
    const paint = paints.get(colour) ?? { colour, discs: "", signs: "" };
    paints.set(colour, paint);
    paint.discs += half?.disc ?? "";
    paint.signs += half?.signs[colour] ?? "";
  });
  const painted = [...paints.values()];
  known.set(face, painted);
  return painted;
}
