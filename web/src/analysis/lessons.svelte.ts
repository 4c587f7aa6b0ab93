// The mistakes of a game as questions, one after another: find a better move, with a hint, another try, what refutes it.

import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import { lastThought } from "../lib/thoughts";
import type { MoveAnalysis, Side } from "../lib/types";
import type { GameAnalysis } from "./gameAnalysis.svelte";
import type { Session } from "./session.svelte";
import { MARKS } from "./summary";
import { movesTo } from "./tree";

/** What the reader is asked, or has come to. */
export type Phase = "find" | "thinking" | "right" | "wrong" | "shown";

/** The expected result that a move may lose and still be a good answer. */
const GOOD = 0.05;
const BUDGET = { seconds: 0.7 };
/** Milliseconds between two moves of a line that is played out. */
const PACE = 800;
/** The most moves of such a line: one that refutes a move ends with an answer of the other side. */
const LONGEST = 7;

export class Lessons {
  /** The number of the move that is asked about; 0 while nothing is. */
  number = $state(0);
  phase: Phase = $state("find");
  /** The move that the reader has tried. */
  tried = $state("");
  /** What its side may expect after it, 0 to 1; null before that is known. */
  value: number | null = $state(null);
  hinted = $state(false);
  fault = $state("");
  /** The mistakes that were answered well, by their numbers. */
  solved = $state.raw<ReadonlySet<number>>(new Set());
  /** The side whose mistakes are asked about; null for both. */
  side: Side | null = $state(null);

  readonly #session: Session;
  readonly #analysis: GameAnalysis;
  /** The moves that refute the try, or that follow the best move. */
  #following: readonly string[] = [];
  #playing: ReturnType<typeof setTimeout> | undefined;
  #asked = $state(false);
  /** The numbers of the moves that the question has added to the tree, the reader's tries among them. */
  readonly #added = new Set<number>();
  /** Counts tries, so that a late answer is known as one. */
  #turn = 0;

  constructor(session: Session, analysis: GameAnalysis, side: Side | null) {
    this.#session = session;
    this.#analysis = analysis;
    this.side = side;
  }

  /** The mistakes, in the order of the moves. */
  get questions(): MoveAnalysis[] {
    const wanted = ({ side, verdict }: MoveAnalysis) =>
      MARKS[verdict] !== "" && (this.side === null || side === this.side);
    return this.#analysis.analyses.filter(wanted).sort((a, b) => a.number - b.number);
  }

  get question(): MoveAnalysis | undefined {
    return this.questions.find((one) => one.number === this.number);
  }

  /** Whether a move on the board is an answer. */
  get waits(): boolean {
    return this.question !== undefined && this.phase === "find" && this.#session.here === this.#before;
  }

  /** Whether there are moves to be played out after the try or the best move. */
  get goesOn(): boolean {
    return (this.phase === "wrong" || this.phase === "shown") && this.#following.length > 0;
  }

  /** Whether the last question was answered or passed. */
  get ended(): boolean {
    return this.#asked && this.question === undefined;
  }

  /** Ask about the first mistake, or the next one; after the last one, no more. */
  next(): void {
    const following = this.questions.find((one) => one.number > this.number);
    this.stop();
    if (!following) return;
    this.#ask(following.number);
  }

  /** Ask no more, and remove the moves that were tried. */
  stop(): void {
    this.#leave();
    this.#session.withdraw(this.#added);
    this.#added.clear();
    this.number = 0;
  }

  retry(): void {
    this.#ask(this.number);
  }

  hint(): void {
    this.hinted = true;
  }

  /** Show what would have been best. */
  show(): void {
    const { question } = this;
    if (!question) return;
    this.#leave();
    this.#session.go(this.#before);
    this.#add(question.best);
    this.#following = question.line[0] === question.best ? question.line.slice(1, LONGEST) : [];
    this.phase = "shown";
  }

  /** Answer by a move, which is looked at unless it is known to be the best or the mistake itself. */
  async play(move: string): Promise<void> {
    const { question } = this;
    if (!question || !this.waits) return;
    this.#leave();
    const turn = this.#turn;
    this.tried = move;
    const moves = [...movesTo(this.#session.tree, this.#before), move];
    this.#add(move);
    if (move === question.best) return this.#settle(true, question.before, []);
    const following = this.#analysis.analyses.find((one) => one.number === question.number + 1);
    if (move === question.move)
      return this.#settle(false, question.before - question.loss, following?.line ?? []);
    this.phase = "thinking";
    try {
      const { value, line } = await this.#judge(moves, question.side);
      if (turn === this.#turn) this.#settle(question.before - value < GOOD, value, line);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.fault = messageOf(error);
      this.phase = "find";
      this.#session.go(this.#before);
    }
  }

  /** Play out what refutes the try, or what follows the best move, move after move. */
  goOn(): void {
    clearTimeout(this.#playing);
    const [move, ...rest] = this.#following;
    if (!move) return;
    this.#add(move);
    this.#following = rest;
    this.#playing = setTimeout(() => this.goOn(), PACE);
  }

  /** The cells that a hint points to, once one was asked for. */
  get hintCells(): number[] {
    return this.hinted && this.waits ? (this.question?.hint ?? []) : [];
  }

  get #before(): number {
    return this.#analysis.line[this.number - 1] ?? -1;
  }

  #ask(number: number): void {
    this.#leave();
    this.number = number;
    this.phase = "find";
    this.tried = this.fault = "";
    this.value = null;
    this.hinted = false;
    this.#asked = true;
    this.#session.go(this.#before);
  }

  /** Play a move from here, and note it if it is new. */
  #add(move: string): void {
    const { next } = this.#session.tree;
    this.#session.play([move]);
    if (this.#session.tree.next > next) this.#added.add(next);
  }

  #leave(): void {
    this.#turn += 1;
    this.#following = [];
    clearTimeout(this.#playing);
  }

  #settle(right: boolean, value: number, refutation: readonly string[]): void {
    const { question } = this;
    this.phase = right ? "right" : "wrong";
    this.value = value;
    if (question) this.#session.value(this.#session.here, question.side === 0 ? value : 1 - value);
    this.#following = right ? [] : refutation.slice(0, LONGEST);
    if (right) this.solved = new Set([...this.solved, this.number]);
  }

  /** What a side may expect after some moves, and the best line from there. */
  async #judge(moves: readonly string[], side: Side): Promise<{ value: number; line: readonly string[] }> {
    const { game, start } = this.#session.heading;
    const line = { game, position: start, moves };
    const { end } = await api.scene(line);
    const own = (first: number) => (side === 0 ? first : 1 - first);
    if (end) return { value: own((1 + (end.outcome ?? 0)) / 2), line: [] };
    const thought = await lastThought(line, BUDGET);
    return { value: own(thought?.expectation ?? 0.5), line: thought?.pv ?? [] };
  }
}

/** The mark of a mistake, such as `c3??`. */
export const marked = ({ move, verdict }: MoveAnalysis): string => `${move}${MARKS[verdict]}`;
