/** Sides count together: seats, or teams of two. */
import type { Colour, Sea, Seat } from "./types";

export interface Side {
  colours: Colour[];
  seats: Seat[];
  score: number;
  fish: number;
}

/** Return the sides of a game for two to four players; with one player there are none. */
export function sides(picture: Sea): Side[] {
  const seats = picture.seats ?? [];
  const groups = picture.teams?.length ? picture.teams : seats.map((_, seat) => [seat]);
  return groups.map((group) => {
    const members = group.flatMap((seat) => seats[seat] ?? []);
    return { colours: members.map(({ colour }) => colour), seats: members, score: members[0]?.score ?? 0, fish: members[0]?.fish ?? 0 };
  });
}

/** A finished round: what each side won in it, and its total. */
export interface Count {
  round: number;
  sides: { colours: Colour[]; won: number; score: number }[];
}

/** Return the count of the round that ended between two pictures, or that a picture of a finished round shows. */
export function countOf(before: Sea | null, now: Sea): Count | null {
  if (now.finished) return { round: now.round ?? 0, sides: sides(now).map(({ colours, fish, score }) => ({ colours, won: fish, score })) };
  if (!before || before.finished || before.players !== now.players || (now.round ?? 0) !== (before.round ?? 0) + 1) return null;
  const earlier = sides(before);
  if (!before.piles.length) return null;
  const won = sides(now).map(({ colours, score }, index) => ({ colours, won: score - (earlier[index]?.score ?? 0), score }));
  return { round: before.round ?? 0, sides: won };
}

/** The points of the rounds before, and those of the round that is shown. */
export interface Points {
  total: number;
  now: number;
}

/** Return the points of a seat: in the running round, or in a finished one that is still shown. */
export function pointsOf({ colour, score, fish }: Seat, held: Count | null): Points {
  const side = held?.sides.find(({ colours }) => colours.includes(colour));
  return side ? { total: side.score - side.won, now: side.won } : { total: score, now: fish };
}

/** Return what the text about the rounds needs. The last round ends the game whatever the points, so it names no target (0). */
export function progressOf({ round = 1, rounds = 0, target = 60 }: Sea): { round: number; rounds: number; target: number } {
  return { round, rounds, target: rounds && round >= rounds ? 0 : target };
}

/** Return the colours that were passed over after a capture by `mover`, since they could not capture. */
export function passedOver({ order, turn }: Sea, mover: Colour): Colour[] {
  const start = order.indexOf(mover) + 1;
  const following = [...order.slice(start), ...order.slice(0, start)];
  return turn && start ? following.slice(0, following.indexOf(turn)) : [];
}
