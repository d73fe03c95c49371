/** Moves and tiles as text. */
import { listed, t } from "$lib/i18n.svelte";
import { readPlace, type Place } from "./place";
import type { Colour, TableMove, TablePicture } from "./types";

/** The names by which the texts choose between colours. */
export const COLOURS: Record<Colour, string> = { r: "red", g: "green", b: "blue", y: "yellow" };

/** The colours of a face, that of its central disc first. */
export const coloursOf = (face: string): string =>
  listed([...new Set(face)].map((colour) => t("dalapapa.colour", { colour: COLOURS[colour as Colour] })));

/** The seven colours that a tile shows, if the tile is on the table or in a hand that can be seen. */
export function faceOf(place: Place, picture: TablePicture): string | null {
  const laid = picture.tiles.find(([written]) => readPlace(written)?.tile === place.tile);
  if (laid) return laid[1];
  const held = picture.hands.flat().find((each) => each?.tile === place.tile);
  return held?.faces[place.face === "b" ? 1 : 0] ?? null;
}

/** The square of a tile that is laid. */
export function cells(move: string): string[] {
  const place = readPlace(move);
  return place ? [`${place.x},${place.y}`] : [];
}

export function describe(move: string, picture: TablePicture): string {
  const place = readPlace(move);
  if (place) {
    const face = faceOf(place, picture);
    const values = { tile: `${place.tile}${place.face}`, square: `${place.x},${place.y}`, side: place.side };
    return face ? t("dalapapa.move-place", { ...values, colours: coloursOf(face) }) : t("dalapapa.move-place-unknown", values);
  }
  if (move === "stop") return t("dalapapa.move-stop");
  if (move === "pass") return t("dalapapa.move-pass");
  if (!move.startsWith("draw:")) return move;
  return t("dalapapa.move-draw", { count: move.split(",").length });
}

/** A move with the points it scores. */
export const scored = ({ move, points }: TableMove, picture: TablePicture): string =>
  t("dalapapa.move-points", { move: describe(move, picture), points: signed(points), count: Math.abs(points) });

/** Points with a sign and the word for points. */
export const pointsText = (points: number): string => t("dalapapa.signed-points", { points: signed(points), count: Math.abs(points) });

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
