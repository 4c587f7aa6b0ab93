// A puzzle that is being solved: the position, what came of the last answer, and the best line played out.

import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import { askMe } from "../lib/me";
import { lastThought } from "../lib/thoughts";
import type { PuzzleHint, PuzzleResult, PuzzleTask, Scene } from "../lib/types";

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
  /** How many of the moves that are asked for have been found. */
  found = $state(0);
  result = $state.raw<PuzzleResult | null>(null);
  hint = $state.raw<PuzzleHint | null>(null);
  /** The change of the reader's rating, once there is one. */
  rated = $state.raw<{ before: number; after: number } | null>(null);
  scene = $state.raw<Scene>() as Scene;
  fault = $state("");
  busy = $state(false);
  /** The position in which a move is asked for, and the moves that lead to it. */
  #asked: Scene;
  #moves: readonly string[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(task: PuzzleTask) {
    this.task = task;
    this.scene = this.#asked = task.scene;
    this.#moves = task.moves;
  }

  /** Whether a move on the board is an answer. */
  get waits(): boolean {
    return (this.phase === "find" || this.phase === "wrong") && !this.busy;
  }

  /** The move that was asked for, once the solution is shown; empty before. */
  get shown(): string {
    return this.result?.line?.[2 * this.found] ?? "";
  }

  /** Answer by a move, or with null be shown the solution; whether the answer was right. */
  async answer(move: string | null): Promise<boolean> {
    const right = await this.#ask(async () => {
      const result = await api.answerPuzzle(this.task.number, { move, found: this.found });
      this.tried = move ?? "";
      this.#rate(result);
      if (move !== null && result.reply !== null) {
        await this.#goOn(move, result.reply);
        return true;
      }
      this.result = result;
      this.phase = result.right ? "right" : move === null ? "shown" : "wrong";
      if (result.line) await this.#playOut(result.line.slice(2 * this.found));
      return result.right;
    });
    return right ?? false;
  }

  /** Be shown where the best move is and, asked again, the move. */
  async askHint(): Promise<void> {
    await this.#ask(async () => {
      const wanted = { found: this.found, whole: this.hint !== null };
      this.hint = await api.hintPuzzle(this.task.number, wanted);
      this.#rate(this.hint);
    });
  }

  /** Show how the opponent answers the move that was tried, and come back to the puzzle. */
  async refute(): Promise<void> {
    if (this.phase !== "wrong") return;
    await this.#ask(async () => {
      const moves = [...this.#moves, this.tried];
      const { end } = await api.scene({ game: this.task.game, moves });
      const thought = end ? null : await lastThought({ game: this.task.game, moves }, BUDGET);
      await this.#playOut([this.tried, ...(thought?.pv ?? []).slice(0, LONGEST)], true);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Do what asks the server, one thing at a time; undefined if it fails. */
  async #ask<T>(what: () => Promise<T>): Promise<T | undefined> {
    if (!this.waits) return undefined;
    this.busy = true;
    this.fault = "";
    try {
      return await what();
    } catch (error) {
      this.fault = messageOf(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  #rate({ before, after }: Pick<PuzzleResult, "before" | "after">): void {
    if (before === null || after === null) return;
    this.rated = { before, after };
    void askMe(true);
  }

  /** Show a right move, and a while later the answer to it, after which the next one is asked for. */
  async #goOn(move: string, reply: string): Promise<void> {
    const { game } = this.task;
    const moves = [...this.#moves, move, reply];
    const [after, next] = await Promise.all([
      api.scene({ game, moves: moves.slice(0, -1) }),
      api.scene({ game, moves }),
    ]);
    this.scene = { ...after, choices: null };
    await this.#pause(PACE);
    this.scene = next;
    this.#moves = moves;
    this.#asked = next;
    this.found += 1;
    this.phase = "find";
    this.hint = null;
  }

  /** Show the positions of a line, one after another; back: and then that of the puzzle again. */
  async #playOut(line: readonly string[], back = false): Promise<void> {
    const scenes = await api.scenes({ game: this.task.game, moves: [...this.#moves, ...line] });
    for (const scene of scenes.slice(this.#moves.length + 1)) {
      this.scene = scene;
      await this.#pause(PACE);
    }
    if (!back) return;
    await this.#pause(2 * PACE);
    this.scene = this.#asked;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      this.#timer = setTimeout(done, milliseconds);
    });
  }
}
