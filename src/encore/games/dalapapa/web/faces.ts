/** The drawing of a face: for each colour its discs, and its sign on them, so that no colour stands alone. */
import { RADIUS, UNIT } from "./place";
import type { Colour, Point } from "./types";

export interface Painted {
  colour: Colour;
  discs: string;
  signs: string;
}

const HALF = UNIT / 2;
/** How far the tiles' rims keep from the lines of the grid. */
export const RIM = 0.9;

/** Where the six half-discs sit and which way they bulge, in the order of the notation: clockwise from the west end. */
const EDGES: [Point, Point][] = [
  [
    [-HALF + RIM, 0],
    [1, 0],
  ],
  [
    [0, -HALF + RIM],
    [0, 1],
  ],
  [
    [UNIT, -HALF + RIM],
    [0, 1],
  ],
  [
    [UNIT + HALF - RIM, 0],
    [-1, 0],
  ],
  [
    [UNIT, HALF - RIM],
    [0, -1],
  ],
  [
    [0, HALF - RIM],
    [0, -1],
  ],
];
const CENTRE: Point = [HALF, 0];

/** Signs as outlines of a half: how far inwards, how far along the edge, in radii. Mirrored halves make the whole sign. */
const CROSS: Point[] = [
  [0, 0.66],
  [0.15, 0.66],
  [0.15, 0.15],
  [0.66, 0.15],
  [0.66, -0.15],
  [0.15, -0.15],
  [0.15, -0.66],
  [0, -0.66],
];
const SALTIRE: Point[] = [
  [0, 0.2],
  [0.38, 0.58],
  [0.58, 0.38],
  [0.2, 0],
  [0.58, -0.38],
  [0.38, -0.58],
  [0, -0.2],
];
const SIGNS: Record<Colour, (at: Point, inwards: Point) => string> = {
  r: (at, inwards) => arc(at, inwards, 0.36) + "Z",
  b: (at, inwards) => arc(at, inwards, 0.68) + arc(at, inwards, 0.4, true) + "Z",
  g: (at, inwards) => outline(at, inwards, CROSS),
  y: (at, inwards) => outline(at, inwards, SALTIRE),
};

const short = (value: number): string => String(Math.round(value * 100) / 100);

function spot([x, y]: Point, [ux, uy]: Point, [deep, along]: Point): string {
  return `${short(x + RADIUS * (deep * ux - along * uy))} ${short(y + RADIUS * (deep * uy + along * ux))}`;
}

/** The bulge of a half-disc; backwards, it goes on from a line that was begun. */
function arc(at: Point, inwards: Point, size: number, back = false): string {
  const [from, to] = back ? [-size, size] : [size, -size];
  const radius = short(size * RADIUS);
  return `${back ? "L" : "M"}${spot(at, inwards, [0, from])}A${radius} ${radius} 0 0 ${back ? 1 : 0} ${spot(at, inwards, [0, to])}`;
}

const outline = (at: Point, inwards: Point, points: Point[]): string => `M${points.map((point) => spot(at, inwards, point)).join("L")}Z`;

function half(colour: Colour, at: Point, inwards: Point, paint: Painted): void {
  paint.discs += `${arc(at, inwards, 1)}Z`;
  paint.signs += SIGNS[colour](at, inwards);
}

const known = new Map<string, Painted[]>();

/** Return the paint of a face that lies to the east, its first square around the origin: two paths for each colour. */
export function paintOf(face: string): Painted[] {
  const found = known.get(face);
  if (found) return found;
  const paints = new Map<Colour, Painted>();
  [...face].forEach((letter, index) => {
    const colour = letter as Colour;
    const paint = paints.get(colour) ?? { colour, discs: "", signs: "" };
    paints.set(colour, paint);
    const edge = EDGES[index - 1];
    if (edge) half(colour, ...edge, paint);
    else [1, -1].forEach((way) => half(colour, CENTRE, [way, 0], paint));
  });
  const painted = [...paints.values()];
  known.set(face, painted);
  return painted;
}
