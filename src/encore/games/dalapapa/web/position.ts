/** A position of Dalapapa in words. */
import { t } from "$lib/i18n.svelte";
import { coloursOf, partOf, tileName } from "./describe";
import { laidTiles, middleOf, type LaidTile } from "./place";
import type { TablePicture } from "./types";

/** From the top to the bottom, then from left to right. */
function inOrder(one: LaidTile, other: LaidTile): number {
  const [[left, high], [right, low]] = [middleOf(one.place), middleOf(other.place)];
  return high - low || left - right;
}

/** Return the tiles of the table, then both faces of those in the reader's hand. */
export function read(picture: TablePicture): string[] {
  const laid = laidTiles(picture.tiles).sort(inOrder);
  const hand = picture.hands[picture.me ?? -1] ?? [];
  const held = hand.flatMap((each) => (each ? (["a", "b"] as const).map((face) => tileName({ tile: each.tile, face }, hand)) : []));
  return [
    t("dalapapa.table", { count: laid.length }),
    ...laid.map(({ place, face }, at) => {
      const tile = t("dalapapa.tile", { tile: at + 1, colours: coloursOf(face) });
      return t("dalapapa.move-place", { tile, part: partOf(place, picture, false), side: place.side });
    }),
    ...(held.length ? [`${t("dalapapa.your-tiles")}: ${held.join(", ")}`] : []),
  ];
}
