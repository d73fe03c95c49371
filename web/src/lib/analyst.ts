/** Questions to the analysis, over a socket of its own that is opened when something is asked. */
import { Failed, own } from "./http";
import { newId, type Line } from "./line";
import type { AnalysisAnswer, AnalysisRequest, LinesAnswer, Progress } from "./messages";

/** A question, before it has an id. */
type Question = { [R in AnalysisRequest as R["t"]]: Omit<R, "id"> }[Exclude<AnalysisRequest["t"], "stop">];
/** Told what is known before the answer is complete. */
type Told = (so: Progress | LinesAnswer) => unknown;

/** The letters and moves of a line that fit into a question. */
const LETTERS = 5000;
const MOVES = 400;

/** Tell whether moves fit into a question. */
export const fits = (moves: readonly string[]): boolean => moves.join().length < LETTERS && moves.length <= MOVES;

interface Asked {
  told: Told;
  done: (answer: AnalysisAnswer) => void;
  failed: (error: Failed) => void;
}

const open = (): WebSocket => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/analysis`, "encore.2");

export class Analyst {
  #line: { socket: Line; ready: Promise<void> } | null = null;
  #asked = new Map<string, Asked>();

  /** Ask; raises Failed where the server does not answer or refuses. With `stop`, the question ends early. */
  async ask<T extends AnalysisAnswer["t"]>(
    question: Question,
    told: Told = () => undefined,
    stop?: AbortSignal,
  ): Promise<Extract<AnalysisAnswer, { t: T }>> {
    const id = newId();
    const answer = new Promise<AnalysisAnswer>((done, failed) => this.#asked.set(id, { told, done, failed }));
    stop?.addEventListener("abort", () => this.#stop(id));
    this.#connect()
      .then((socket) => this.#asked.has(id) && socket.send(JSON.stringify({ ...question, id })))
      .catch(() => undefined); // the questions are told when the line is cut
    return (await answer) as Extract<AnalysisAnswer, { t: T }>;
  }

  close(): void {
    this.#line?.socket.close();
  }

  #stop(id: string): void {
    this.#asked.get(id)?.failed(new Failed(0, ""));
    this.#asked.delete(id);
    void this.#line?.ready.then(() => this.#line?.socket.send(JSON.stringify({ t: "stop", id })));
  }

  async #connect(): Promise<Line> {
    if (!this.#line) {
      const socket = open();
      const ready = new Promise<void>((done) => socket.addEventListener("open", () => done(), { once: true }));
      const line: Line = socket as unknown as Line;
      line.onmessage = ({ data }) => this.#hear(JSON.parse(data) as AnalysisAnswer);
      line.onclose = () => this.#cut();
      this.#line = { socket: line, ready };
    }
    const { socket, ready } = this.#line;
    await ready;
    return socket;
  }

  #hear(answer: AnalysisAnswer): void {
    const asked = this.#asked.get(answer.id);
    if (answer.t === "progress" || (answer.t === "lines" && !answer.done)) return void asked?.told(answer);
    this.#asked.delete(answer.id);
    if (answer.t === "nak") asked?.failed(new Failed(400, answer.why, answer.rule ?? null, answer.fact ?? null));
    else asked?.done(answer);
  }

  #cut(): void {
    this.#line = null;
    for (const { failed } of this.#asked.values()) failed(own(0, "page.server-unreachable"));
    this.#asked.clear();
  }
}
