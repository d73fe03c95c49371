/** The picture of Da Capo under the names that its board uses. */
import type { Picture, ShownPile } from "./picture";

export type { ShownMove as Move, ShownPile as Pile, ShownSeat as Seat } from "./picture";
export type Sea = Picture;
export type Colour = ShownPile["colour"];
