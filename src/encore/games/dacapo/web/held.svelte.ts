/** The finished round that the board still shows, so that the seats beside the board show the same one. */
import type { Count } from "./sides";

class HeldRound {
  count = $state.raw<Count | null>(null);
}

/** A page has one board with seats beside it. */
export const heldRound = new HeldRound();
