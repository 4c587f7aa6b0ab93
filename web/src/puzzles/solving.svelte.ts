// A puzzle that is being solved: the position, what came of the last answer, and the best line played out.

import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import { askMe } from "../lib/me";
import { lastThought } from "../lib/thoughts";
import type { PuzzleResult, PuzzleTask, Scene } from "../lib/types";

/** Milliseconds between two moves of the best line. */
const PACE = 900;
/** How long the answer to a wrong move is searched for, and how many moves of it are shown. */
const BUDGET = { seconds: 0.7 };
const LONGEST = 5;

export type Phase = "find" | "wrong" | "right" | "shown";

export class Solving {
  readonly task: PuzzleTask;
  phase: Phase = $state("find");
  /** The last move that was tried. */
  tried = $state("");
  result = $state.raw<PuzzleResult | null>(null);
  /** The change of the reader's rating, once there is one. */
  rated = $state.raw<{ before: number; after: number } | null>(null);
  scene = $state.raw<Scene>() as Scene;
  fault = $state("");
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(task: PuzzleTask) {
    this.task = task;
    this.scene = task.scene;
  }

  /** Whether a move on the board is an answer. */
  get waits(): boolean {
    return (this.phase === "find" || this.phase === "wrong") && !this.busy;
  }

  /** Answer by a move, or with null be shown the solution; whether the answer was right. */
  async answer(move: string | null): Promise<boolean> {
    if (!this.waits) return false;
    this.busy = true;
    this.fault = "";
    try {
      const result = await api.answerPuzzle(this.task.number, move);
      this.result = result;
      this.tried = move ?? "";
      this.phase = result.right ? "right" : move === null ? "shown" : "wrong";
      this.#rate(result);
      if (result.line) await this.#playOut(result.line);
      return result.right;
    } catch (error) {
      this.fault = messageOf(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Show how the opponent answers the move that was tried, and come back to the puzzle. */
  async refute(): Promise<void> {
    if (this.phase !== "wrong" || this.busy) return;
    this.busy = true;
    this.fault = "";
    const moves = [...this.task.moves, this.tried];
    try {
      const { end } = await api.scene({ game: this.task.game, moves });
      const thought = end ? null : await lastThought({ game: this.task.game, moves }, BUDGET);
      await this.#playOut([this.tried, ...(thought?.pv ?? []).slice(0, LONGEST)], true);
    } catch (error) {
      this.fault = messageOf(error);
    } finally {
      this.busy = false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #rate({ before, after }: PuzzleResult): void {
    if (before === null || after === null) return;
    this.rated = { before, after };
    void askMe(true);
  }

  /** Show the positions of a line, one after another; back: and then that of the puzzle again. */
  async #playOut(line: readonly string[], back = false): Promise<void> {
    clearTimeout(this.#timer);
    const { game, moves } = this.task;
    const scenes = await api.scenes({ game, moves: [...moves, ...line] });
    const show = (ply: number): void => {
      const scene = scenes[ply] ?? (back ? this.task.scene : undefined);
      if (!scene) return;
      this.scene = scene;
      if (scene === this.task.scene) return;
      const last = back && ply === moves.length + line.length;
      this.#timer = setTimeout(() => show(ply + 1), last ? 3 * PACE : PACE);
    };
    show(moves.length + 1);
  }
}
