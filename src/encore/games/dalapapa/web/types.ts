/** The picture of Dalapapa under the names that its board uses. Points have doubled coordinates: squares even, edges odd. */
import type { Group, Preview } from "./picture";

export type { Group, Held, LegalMove as TableMove, Picture as TablePicture } from "./picture";
export type Colour = Group["colour"];
export type Point = [number, number];
export type Earned = Omit<Preview, "picture">;
