/** Fields of the server's messages that messages.ts gets with the next change of the structs. */
import type {} from "./messages";

declare module "./messages" {
  interface Full {
    away_ms?: number;
    rules?: number;
    older?: boolean;
  }
  interface Replay {
    rules?: number;
    older?: boolean;
  }
}
