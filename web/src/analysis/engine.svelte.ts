// The engine of an analysis: a player of the server that looks at one position after another.

import { type Arrow, heatOf } from "../board/highlight";
import { api, type Line, watchJob } from "../lib/api";
import { faultOf, messageOf } from "../lib/errors";
import { t } from "../lib/i18n";
import type { Budget, Candidate, JobEvent, Thought } from "../lib/types";

/** Milliseconds for which a position must be looked at before a search of it begins. */
const PATIENCE = 200;

export class Engine {
  on = $state(false);
  player = $state("strong");
  /** How many moves it compares. */
  lines = $state(3);
  budget: Budget = $state({ seconds: 10 });
  fault = $state("");
  /** Whether it is shown how often the search has visited each cell. */
  heated = $state(false);

  #thought: Thought | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | null = null;
  #job: string | null = null;
  #turn = 0;

  /** What it thinks of the position; null while it is off. */
  get thought(): Thought | null {
    return this.on ? this.#thought : null;
  }

  /** The moves that are compared, the best score first. */
  get best(): Candidate[] {
    const compared = this.thought?.candidates.slice(0, this.lines) ?? [];
    return compared.sort((a, b) => b.score - a.score);
  }

  /** The value of the position: that of the best move compared, which need not be the one it would play. */
  get lead(): Candidate | Thought | null {
    return this.best[0] ?? this.thought;
  }

  /** Have the move played that it would make, or switch it on if it is off. */
  playBest(play: (moves: string[]) => void): void {
    const { thought } = this;
    if (thought) play([thought.move]);
    else this.on = true;
  }

  /** How often each cell was visited in the position at a ply, from 0 to 1; nothing for any other position. */
  heatAt(ply: number): ReadonlyMap<number, number> | null {
    const { thought } = this;
    return this.heated && thought?.ply === ply ? heatOf(thought.candidates) : null;
  }

  /** The moves that it thinks of in the position at a ply, the best first. */
  arrowsAt(ply: number): Arrow[] {
    if (this.thought?.ply !== ply) return [];
    const candidates = this.best;
    return candidates.map((one, n) => ({
      steps: one.steps,
      tone: n === 0 ? "best" : "other",
      weight: 1 - n / (candidates.length + 1),
      label: String(n + 1),
    }));
  }

  /** Think of a position, and of no other any more; `tell` is called after each thought. */
  start(line: Line, tell: () => void): void {
    const { player, budget, lines } = this;
    this.#leave();
    this.#thought = null;
    this.fault = "";
    const turn = this.#turn;
    const ask = () => api.think(line, player, budget, lines);
    this.#timer = setTimeout(() => void this.#think(turn, ask, tell), PATIENCE);
  }

  stop(): void {
    const job = this.#job;
    this.#leave();
    if (job) void api.stopJob(job).catch(() => {});
  }

  async #think(turn: number, ask: () => Promise<{ job: string }>, tell: () => void): Promise<void> {
    try {
      const { job } = await ask();
      if (turn !== this.#turn) return void api.stopJob(job).catch(() => {});
      this.#job = job;
      const lost = () => {
        this.#job = null;
        this.fault = t("error.unreachable");
      };
      this.#unwatch = watchJob(job, (event) => this.#hear(event, tell), lost);
    } catch (error) {
      if (turn === this.#turn) this.fault = messageOf(error);
    }
  }

  #hear(event: JobEvent, tell: () => void): void {
    if (event.type === "thought") {
      this.#thought = event.thought;
      tell();
    }
    if (event.type === "done") this.#job = null;
    if (event.type === "done" && event.state === "failed") this.fault = faultOf(event);
  }

  #leave(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#unwatch?.();
    this.#unwatch = null;
    this.#job = null;
  }
}
