/** A position in words, in the order in which somebody would tell it: in position.ts of a game. */
import { partOf, type Picture } from "./board";

export interface PositionModule {
  /** Return the lines to be read: what stands where, then what else counts. */
  read: (picture: Picture) => string[];
}

const positions = import.meta.glob<PositionModule>("../../../src/encore/games/*/web/position.ts");

/** Return a position in words; a game that cannot tell it has the text of the server, where there is one. */
export async function readPosition(game: string, picture: Picture): Promise<string[]> {
  const module = await partOf(positions, game)?.();
  return module ? module.read(picture) : [picture.text ?? ""].filter(Boolean);
}
