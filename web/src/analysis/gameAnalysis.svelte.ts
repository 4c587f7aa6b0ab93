// The analysis of a whole game, move by move, as it comes from the server.

import { api, watchJob } from "../lib/api";
import { faultOf, messageOf } from "../lib/errors";
import { t } from "../lib/i18n";
import type { Budget, MoveAnalysis } from "../lib/types";
import type { Session } from "./session.svelte";
import { mainLine, movesTo, node } from "./tree";

export class GameAnalysis {
  /** The moves that are analysed, as nodes; empty before the first time. */
  line = $state.raw<readonly number[]>([]);
  running = $state(false);
  fault = $state("");

  readonly #session: Session;
  #job: string | null = null;
  #unwatch: (() => void) | null = null;
  /** Counts what was begun and stopped, so that a late answer is known as one. */
  #turn = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The analyses that have come, in the order of the moves. */
  get analyses(): MoveAnalysis[] {
    const { tree } = this.#session;
    return this.line.flatMap((id) => (tree.nodes.has(id) ? (node(tree, id).analysis ?? []) : []));
  }

  /** Analyse the main line. */
  async start(player: string, budget: Budget): Promise<void> {
    const session = this.#session;
    const line = mainLine(session.tree);
    this.line = line;
    this.fault = "";
    this.running = true;
    const moves = movesTo(session.tree, line.at(-1) as number);
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const { job } = await api.analyse(
        { game: session.heading.game, position: session.heading.start, moves },
        player,
        budget,
      );
      if (turn !== this.#turn) return void api.stopJob(job).catch(() => {});
      this.#job = job;
      this.#unwatch = watchJob(
        job,
        (event) => {
          if (event.type === "move_analysis") session.keepAnalysis(line, event.analysis, event.values);
          if (event.type !== "done") return;
          this.running = false;
          if (event.state === "failed") this.fault = faultOf(event);
        },
        () => {
          this.running = false;
          this.fault = t("error.unreachable");
        },
      );
    } catch (error) {
      if (turn !== this.#turn) return;
      this.running = false;
      this.fault = messageOf(error);
    }
  }

  stop(): void {
    this.#turn += 1;
    this.#unwatch?.();
    this.running = false;
    if (this.#job) void api.stopJob(this.#job).catch(() => {});
    this.#job = null;
  }
}
