/** Fields of the server's messages that messages.ts gets with the next change of the structs. */
import type {} from "./messages";

declare module "./messages" {
  export interface Fact {
    code: string;
    args: Record<string, string | number | Fact | Fact[]>;
    cells: string[];
  }
  interface Nak {
    fact?: Fact | null;
  }
  interface Failure {
    fact?: Fact | null;
  }
  interface End {
    fact?: Fact | null;
  }
  interface Sight {
    fact?: Fact | null;
  }
  interface Full {
    away_ms?: number;
    rules?: number;
    older?: boolean;
  }
  interface Replay {
    rules?: number;
    older?: boolean;
    fact: Fact | null;
  }
  interface Hinted {
    facts: Fact[];
  }
}
