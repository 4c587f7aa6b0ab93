// A player of the server that looks at one position after another, for as long as somebody looks at it.

import { api, type Line, watchJob } from "../lib/api";
import { messageOf } from "../lib/errors";
import { t } from "../lib/i18n";
import type { Budget, Thought } from "../lib/types";

/** Milliseconds for which a position must be looked at before a search of it begins. */
const PATIENCE = 200;

export class Thinking {
  thought = $state.raw<Thought | null>(null);
  fault = $state("");

  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | null = null;
  #job: string | null = null;
  #turn = 0;

  /** Think of a position, and of no other any more; `tell` hears of each thought. */
  start(line: Line, player: string, budget: Budget, lines: number, tell: (thought: Thought) => void): void {
    this.#leave();
    this.thought = null;
    this.fault = "";
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#ask(turn, line, player, budget, lines, tell), PATIENCE);
  }

  stop(): void {
    const job = this.#job;
    this.#leave();
    if (job) void api.stopJob(job).catch(() => {});
  }

  async #ask(
    turn: number,
    line: Line,
    player: string,
    budget: Budget,
    lines: number,
    tell: (thought: Thought) => void,
  ): Promise<void> {
    try {
      const { job } = await api.think(line, player, budget, lines);
      if (turn !== this.#turn) return void api.stopJob(job).catch(() => {});
      this.#job = job;
      this.#unwatch = watchJob(
        job,
        (event) => {
          if (event.type === "thought") {
            this.thought = event.thought;
            tell(event.thought);
          }
          if (event.type === "done") this.#job = null;
          if (event.type === "done" && event.state === "failed") this.fault = event.message;
        },
        () => {
          this.#job = null;
          this.fault = t("error.unreachable");
        },
      );
    } catch (error) {
      if (turn === this.#turn) this.fault = messageOf(error);
    }
  }

  #leave(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#unwatch?.();
    this.#unwatch = null;
    this.#job = null;
  }
}
