/** The icons of the page as PNG files, made of the one drawing: simple shapes in a square. */
import { crc32, deflateSync } from "node:zlib";

/** Tells whether a point of the drawing lies in a shape, and which colour that has. */
interface Shape {
  colour: [number, number, number];
  holds: (x: number, y: number) => boolean;
}

export interface Icon {
  /** Pixels of a side. */
  size: number;
  /** Whether the ground fills the whole square, for systems that cut the icon into a shape of their own. */
  full?: boolean;
}

/** The points of a pixel that are looked at, so that edges are smooth: eight by eight. */
const POINTS = Array.from({ length: 64 }, (_, at): [number, number] => [((at % 8) + 0.5) / 8, (Math.floor(at / 8) + 0.5) / 8]);
/** Of a full icon everything that matters lies within a circle of 40 % of the side. */
const SAFE = 0.85;

/** Return the attributes of an element. */
function attributes(tag: string): (name: string) => string {
  const found = new Map([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
  return (name) => found.get(name) ?? "";
}

/** Read a polygon such as M21 6l5 5-5 5-5-5z: a point, then steps. */
function polygon(path: string): Shape["holds"] {
  const [x = 0, y = 0, ...steps] = [...path.matchAll(/-?[\d.]+/g)].map(Number);
  const points: [number, number][] = [[x, y]];
  for (let at = 0; at < steps.length; at += 2) {
    const [before = 0, above = 0] = points.at(-1) ?? [];
    points.push([before + (steps[at] ?? 0), above + (steps[at + 1] ?? 0)]);
  }
  return (px, py) => {
    let inside = false;
    points.forEach(([ax, ay], at) => {
      const [bx, by] = points[(at + 1) % points.length] ?? [0, 0];
      if (ay > py !== by > py && px < ax + ((bx - ax) * (py - ay)) / (by - ay)) inside = !inside;
    });
    return inside;
  };
}

const circle =
  (x: number, y: number, r: number): Shape["holds"] =>
  (px, py) =>
    (px - x) ** 2 + (py - y) ** 2 <= r ** 2;

function rectangle(x: number, y: number, width: number, height: number, round: number): Shape["holds"] {
  const beyond = (at: number, from: number, length: number): number => Math.max(from + round - at, at - (from + length - round), 0);
  return (px, py) =>
    px >= x &&
    py >= y &&
    px <= x + width &&
    py <= y + height &&
    beyond(px, x, width) ** 2 + beyond(py, y, height) ** 2 <= round ** 2 + 1e-9;
}

/** Read the shapes of a drawing, the lowest first. What cannot be drawn is refused, so that no icon lacks a part. */
export function shapesOf(svg: string): Shape[] {
  const tags = [...svg.matchAll(/<(\w+)([^>]*)\/>/g)];
  return tags.map(([, name, rest = ""]) => {
    const of = attributes(rest);
    const number = (key: string): number => Number(of(key) || 0);
    const colour = [1, 3, 5].map((at) => parseInt(of("fill").slice(at, at + 2), 16)) as Shape["colour"];
    if (name === "circle") return { colour, holds: circle(number("cx"), number("cy"), number("r")) };
    if (name === "rect") return { colour, holds: rectangle(number("x"), number("y"), number("width"), number("height"), number("rx")) };
    if (name === "path" && /^M[\d. ]+l[-\d. ]+z$/.test(of("d"))) return { colour, holds: polygon(of("d")) };
    throw new Error(`icon.svg: <${name}> cannot be drawn as a PNG; use rect, circle, or a path of one M and l`);
  });
}

/** Return the shape that is seen at a point of an icon; none where it is clear. */
function seenIn(svg: string, { size, full = false }: Icon): (x: number, y: number) => Shape | undefined {
  const [ground, ...shapes] = shapesOf(svg);
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const [scale, shift] = full ? [side / size / SAFE, (side - side / SAFE) / 2] : [side / size, 0];
  return (x, y) => {
    const [across, down] = [x * scale + shift, y * scale + shift];
    return shapes.findLast((shape) => shape.holds(across, down)) ?? (full || ground?.holds(across, down) ? ground : undefined);
  };
}

/** Draw the shapes: four bytes for each pixel, red, green, blue and opacity. */
function drawn(svg: string, icon: Icon): Buffer {
  const { size } = icon;
  const seen = seenIn(svg, icon);
  const pixels = Buffer.alloc(size * size * 4);
  for (let at = 0; at < size * size; at++) {
    const [x, y] = [at % size, Math.floor(at / size)];
    const corners = [seen(x, y), seen(x + 1, y), seen(x, y + 1), seen(x + 1, y + 1)];
    // Only where an edge runs through a pixel are its points looked at.
    const points = corners.every((shape) => shape === corners[0]) ? corners : POINTS.map(([dx, dy]) => seen(x + dx, y + dy));
    const found = points.filter((shape) => shape !== undefined);
    const mean = (part: number): number => found.reduce((sum, { colour }) => sum + (colour[part] ?? 0), 0) / (found.length || 1);
    pixels.set([mean(0), mean(1), mean(2), (255 * found.length) / points.length].map(Math.round), at * 4);
  }
  return pixels;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Return a drawing as a PNG file. */
export function pngOf(svg: string, icon: Icon): Buffer {
  const { size } = icon;
  const pixels = drawn(svg, icon);
  // Each row begins with how it is filtered: not at all.
  const rows = Array.from({ length: size }, (_, row) => [Buffer.from([0]), pixels.subarray(row * size * 4, (row + 1) * size * 4)]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // eight bits, colours with opacity
  const data = deflateSync(Buffer.concat(rows.flat()), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
