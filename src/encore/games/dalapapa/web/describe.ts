/** Moves and tiles in words. */
import { t } from "$lib/i18n.svelte";
import { readPlace, type Place } from "./place";
import type { Colour, TablePicture } from "./types";

export function colourName(colour: Colour): string {
  return { r: t("dalapapa.red"), g: t("dalapapa.green"), b: t("dalapapa.blue"), y: t("dalapapa.yellow") }[colour];
}

/** The colours of a face, the one of its central disc first. */
export const coloursOf = (face: string): string => [...new Set(face)].map((colour) => colourName(colour as Colour)).join(", ");

export function sideName(side: Place["side"]): string {
  return {
    e: t("dalapapa.lying-to-the-east"),
    n: t("dalapapa.standing-to-the-north"),
    w: t("dalapapa.lying-to-the-west"),
    s: t("dalapapa.standing-to-the-south"),
  }[side];
}

/** The seven colours that a placed tile shows, if the picture knows the tile. */
export function faceOf(place: Place, picture: TablePicture): string | null {
  const laid = picture.tiles.find(([written]) => readPlace(written)?.tile === place.tile);
  if (laid) return laid[1];
  const held = picture.hands.flat().find((each) => each?.tile === place.tile);
  return held?.faces[place.face === "b" ? 1 : 0] ?? null;
}

export function describe(move: string, picture: TablePicture): string {
  const place = readPlace(move);
  if (place) {
    const face = faceOf(place, picture);
    const values = { tile: `${place.tile}${place.face}`, square: `${place.x},${place.y}`, side: sideName(place.side) };
    return face
      ? t("dalapapa.tile-tile-colours-at-square-side", { ...values, colours: coloursOf(face) })
      : t("dalapapa.tile-tile-at-square-side", values);
  }
  if (move === "stop") return t("dalapapa.stop-without-the-second-tile");
  if (move === "pass") return t("dalapapa.pass-2");
  if (!move.startsWith("draw:")) return move;
  const drawn = move.split(",").length;
  return drawn === 1 ? t("dalapapa.one-tile-is-drawn") : t("dalapapa.count-tiles-are-drawn", { count: drawn });
}

/** Points with their word. */
export function pointsText(points: number): string {
  return Math.abs(points) === 1
    ? t("dalapapa.points-point", { points: signed(points) })
    : t("dalapapa.points-points", { points: signed(points) });
}

export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
