/** What is drawn over a board: the exact values of moves, or the best moves in their order. */
import type { Component } from "svelte";
import { partOf, type Picture } from "./board";

export interface OverlayProps<P extends Picture = Picture> {
  picture: P;
  values: MoveValue[];
  flipped: boolean;
}

export interface MoveValue {
  move: string;
  /** Points, or the place among the best moves; empty for a result. */
  text: string;
  result?: Result;
  /** Whether the text is a place; then the tone says nothing. */
  ranked?: boolean;
  /** How good the value is: from 0, the worst, to 1. */
  tone: number;
}

export type Result = "win" | "tie" | "loss";

/** Without points, the tone tells the result. */
export const resultOf = (tone: number): Result => (tone === 1 ? "win" : tone ? "tie" : "loss");

const overlays = import.meta.glob<{ default: Component<OverlayProps> }>("../../../src/encore/games/*/web/Overlay.svelte");

/** Load what draws the values; null for a game that draws none. */
export const loadOverlay = async (game: string): Promise<Component<OverlayProps> | null> =>
  (await partOf(overlays, game)?.())?.default ?? null;
