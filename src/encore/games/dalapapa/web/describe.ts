/** Moves and tiles as text. */
import { listed, t } from "$lib/i18n.svelte";
import { settings } from "$lib/settings.svelte";
import { laidTiles, middleOf, opposite, readPlace, squaresOf, type Place, type Side } from "./place";
import type { Colour, Held, TableMove, TablePicture } from "./types";
import { boxOf, type Box } from "./view.svelte";

/** The names by which the texts choose between colours. */
export const COLOURS: Record<Colour, string> = {
  r: "red",
  g: "green",
  b: "blue",
  y: "yellow",
};

/** The colours of a face, that of its central disc first. */
export const coloursOf = (face: string): string =>
  listed([...new Set(face)].map((colour) => t("dalapapa.colour", { colour: COLOURS[colour as Colour] })));

/** A tile of the reader's hand: its number only for those who want notation, else its place in the hand. */
export function tileName({ tile, face }: Pick<Place, "tile" | "face">, hand: readonly (Held | null)[] = []): string {
  const at = hand.findIndex((each) => each?.tile === tile);
  const held = hand[at];
  if (!held) return t("dalapapa.tile-unknown");
  const number = settings.notation === "on" ? `${tile}${face}` : at + 1;
  return t("dalapapa.tile", { tile: number, colours: coloursOf(held.faces[face === "b" ? 1 : 0]) });
}

/** The seven colours that a tile shows, if the tile is on the table or in a hand that can be seen. */
export function faceOf({ tile, face }: Place, picture: TablePicture): string | null {
  const held = picture.hands.flat().find((each) => each?.tile === tile);
  if (held) return held.faces[face === "b" ? 1 : 0];
  return picture.tiles.find(([written]) => readPlace(written)?.tile === tile)?.[1] ?? null;
}

/** The square of a tile that is laid. */
export function cells(move: string): string[] {
  const place = readPlace(move);
  return place ? [`${place.x},${place.y}`] : [];
}

export function describe(move: string, picture: TablePicture, flipped = false): string {
  const place = readPlace(move);
  if (place) {
    return t("dalapapa.move-place", {
      tile: tileName(place, picture.hands[picture.me ?? -1]),
      part: partOf(place, picture, flipped),
      side: sideOf(place.side, flipped),
    });
  }
  if (move === "stop") return t("dalapapa.move-stop");
  if (move === "pass") return t("dalapapa.move-pass");
  if (!move.startsWith("draw:")) return move;
  return t("dalapapa.move-draw", { count: move.split(",").length });
}

const sideOf = (side: Side, flipped: boolean): Side => (flipped ? opposite(side) : side);

/** The part of the table where a tile lies, as the reader sees it: the table shows no coordinates. */
export function partOf(place: Place, picture: TablePicture, flipped: boolean): string {
  const { left, right, top, bottom } = wholeOf(picture);
  const [x, y] = middleOf(place);
  const third = (at: number, low: number, high: number): number =>
    Math.sign(Math.trunc(((at - (low + high) / 2) * 6) / (high - low || 1))) * (flipped ? -1 : 1);
  const names = [["top", "middle", "bottom"][third(y, top, bottom) + 1], ["left", "middle", "right"][third(x, left, right) + 1]];
  return names.filter((name) => name !== "middle").join("-") || "middle";
}

/** Remembered, since a list of moves asks for each of them. */
const wholes = new WeakMap<TablePicture["tiles"], Box>();

function wholeOf({ tiles }: TablePicture): Box {
  const known = wholes.get(tiles);
  if (known) return known;
  const whole = boxOf(
    laidTiles(tiles).flatMap(({ place }) => squaresOf(place)),
    0,
  );
  wholes.set(tiles, whole);
  return whole;
}

/** A move with the points it scores. */
export const scored = ({ move, points }: TableMove, picture: TablePicture, flipped = false): string =>
  t("dalapapa.move-points", {
    move: describe(move, picture, flipped),
    points: signed(points),
    count: Math.abs(points),
  });

/** Points with a sign and the word for points. */
export const pointsText = (points: number): string =>
  t("dalapapa.signed-points", {
    points: signed(points),
    count: Math.abs(points),
  });

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
