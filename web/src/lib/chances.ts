import { listed } from "./i18n.svelte";
import type { Found, Replay, Reviewed } from "./messages";

/** The seats of each side: a team, or a seat alone. */
export type Sides = readonly (readonly number[])[];

/** A lead in win chances that counts: smaller ones come and go with the errors of the estimates. */
const CLEAR = 0.1;

export const sidesOf = ({ players, teams }: Pick<Replay, "players" | "teams">): Sides =>
  teams?.length ? teams : Array.from({ length: players }, (_, seat) => [seat]);

export const sideNames = (sides: Sides, names: readonly string[]): string[] =>
  sides.map((side) => listed(side.map((seat) => names[seat] ?? "")));

/** Return the chances of sides: partners share their win, so the chance of each is only a part of it. */
export const together = (sides: Sides, chances: readonly number[]): number[] =>
  sides.map((side) => side.reduce((sum, seat) => sum + (chances[seat] ?? 0), 0));

/** Return what was found with the chances of sides, not of seats. */
export function foundOf(sides: Sides, found: Found): Found {
  const whole = <T extends { chances: number[]; errors: number[] }>(each: T): T => ({
    ...each,
    chances: together(sides, each.chances),
    errors: together(sides, each.errors),
  });
  const size = sides[0]?.length ?? 1;
  const exact = found.exact && { ...found.exact, moves: found.exact.moves.map((each) => ({ ...each, chance: size * each.chance })) };
  return { ...whole(found), lines: found.lines.map(whole), ...(exact && { exact }) };
}

/** Return a review with the chances of sides; it is still about the choices of each seat. */
export function reviewOf(sides: Sides, review: Reviewed): Reviewed {
  const size = sides[0]?.length ?? 1;
  const seats = review.seats.map(({ start, luck, own, others, result, given_away, moments }) => ({
    start: size * start,
    luck: size * luck,
    own: size * own,
    others: size * others,
    result: size * result,
    given_away: size * given_away,
    moments: moments.map((each) => ({ ...each, loss: size * each.loss, error: size * each.error })),
  }));
  return { ...review, seats, chances: review.chances.map((each) => together(sides, each)) };
}

/** Return the chances of the sides as parts of one whole.
 *
 * Where hands are hidden each seat's chance is from what that seat knows, so that together they may be more or less than one.
 */
export function ofOne(chances: readonly number[]): number[] {
  const whole = chances.reduce((sum, each) => sum + each, 0);
  return chances.length < 2 || !whole ? [...chances] : chances.map((each) => each / whole);
}

/** Return after which moves another side has a clear lead. */
export function leadChanges(chances: readonly (readonly number[])[]): number[] {
  const found: number[] = [];
  let ahead: number | null = null;
  chances.forEach((each, ply) => {
    const [most = 0, second = 0] = [...each].sort((one, other) => other - one);
    if (each.length < 2 || most - second < CLEAR) return;
    const leader = each.indexOf(most);
    if (ahead !== null && leader !== ahead) found.push(ply);
    ahead = leader;
  });
  return found;
}
