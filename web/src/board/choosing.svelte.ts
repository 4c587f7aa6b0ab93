// A move of the position on a board while a person chooses it: what is chosen, and what may be chosen next.

import { untrack } from "svelte";
import type { Fact, Piece, Scene, Step } from "../lib/types";
import {
  back,
  begin,
  type Choice,
  confirm,
  foreseen,
  listed,
  next,
  type Options,
  type Taken,
  take,
  type Walk,
  withWays,
  words,
} from "./choose";
import { type Stage, stage } from "./stage";

/** What a board shows, and what may be done with it. */
export interface Position {
  scene: Scene;
  /** Whether moves may be chosen, if the scene has any. */
  interactive: boolean;
  /** Whether pieces are placed by hand, so that none is dragged. */
  byHand: boolean;
}

/** What is called when a choice changes. */
export interface Listeners {
  /** A move has been chosen. */
  move: (choice: Choice) => void;
  /** The steps that are chosen have changed. */
  steps: (steps: readonly Step[]) => void;
}

const isCell = (step: Step): step is number => typeof step === "number";

export class Choosing {
  readonly #position: () => Position;
  readonly #listeners: Listeners;
  walk: Walk = $state.raw(begin({ choices: [], aliases: {}, occupied: new Set() }));
  /** The move that has been handed over; nothing can be chosen until the scene changes. */
  sent: Choice | null = $state.raw(null);
  /** The cell that a finger has asked about: the first touch shows what a move would bring, the second makes it. */
  touched: number | null = $state(null);
  /** Whether the last click meant nothing for the move that is being chosen. */
  astray = $state(false);
  /** Whether the last click was on a piece of the side to move that has no move, while others have. */
  stuck = $state(false);
  #shown = "";

  readonly scene: Scene = $derived.by(() => this.#position().scene);
  readonly byHand: boolean = $derived.by(() => this.#position().byHand);
  readonly #choices: readonly Choice[] = $derived.by(() =>
    listed(this.#position().interactive ? this.scene.choices : null),
  );
  /** The piece on each cell; those that stand on areas left out. */
  readonly pieces: ReadonlyMap<number, Piece> = $derived(
    new Map(this.scene.pieces.filter((one) => one.shape !== "box").map((one) => [one.cell, one])),
  );
  readonly options: Options = $derived.by(() => ({
    choices: withWays(this.#choices),
    aliases: this.scene.aliases,
    occupied: new Set(this.pieces.keys()),
  }));
  readonly steps: readonly Step[] = $derived(this.sent ? this.sent.steps : this.walk.steps);
  readonly staged: Stage = $derived(stage(this.scene, this.steps));
  readonly chosen: ReadonlySet<Step> = $derived(new Set(this.steps));
  /** The cells among the next steps. */
  readonly legal: ReadonlySet<number> = $derived(new Set(this.sent ? [] : next(this.walk).filter(isCell)));
  /** The legal cells, and those that stand for them. */
  readonly clickable: ReadonlySet<number> = $derived.by(() => {
    const aliases = this.sent ? [] : Object.entries(this.scene.aliases);
    const other = aliases.filter(([, target]) => this.legal.has(target)).map(([cell]) => Number(cell));
    return new Set([...this.legal, ...other]);
  });
  /** The words among the next steps. */
  readonly buttons: readonly string[] = $derived(this.sent ? [] : words(this.walk));
  /** Whether the next step is a piece of the other side and nothing else, as one that a mill takes. */
  readonly isTaking: boolean = $derived.by(() => {
    const { to_move } = this.scene;
    const aimed = [...this.legal].map((cell) => this.pieces.get(cell)?.side);
    return this.steps.length > 0 && aimed.length > 0 && aimed.every((side) => side === 1 - (to_move ?? 2));
  });
  /** The move that is only to be confirmed. */
  readonly proposed: Choice | null = $derived.by(() => {
    if (this.sent) return null;
    return this.meaning(this.touched) === null ? this.walk.whole : this.foresee(this.touched);
  });

  /** The key of a fact that all moves have, such as what each of them takes; null if there is none. */
  readonly common: string | null = $derived.by(() => {
    const [first, ...others] = this.#choices.map(({ facts }) => facts.map(([key]) => key));
    return first?.find((key) => others.every((keys) => keys.includes(key))) ?? null;
  });

  constructor(position: () => Position, listeners: Listeners) {
    this.#position = position;
    this.#listeners = listeners;
  }

  /** Begin anew if another position is shown, or other moves may be chosen in it. */
  follow(): void {
    const { game, ply, position } = this.scene;
    const shown = `${game} ${ply} ${position} ${this.options.choices.length}`;
    untrack(() => {
      if (shown === this.#shown) return;
      this.#shown = shown;
      this.cancel();
    });
  }

  /** Take a step, which may make the move. */
  choose(step: Step): void {
    if (this.sent) return;
    const taken = take(this.options, this.walk, step);
    const astray = taken.walk === this.walk && taken.move === null && this.walk.steps.length > 0;
    this.#settle(taken);
    this.astray = astray;
    this.stuck = this.#isStuck(step);
  }

  /** Whether a step is a piece of the side to move that stands still, though others of its side may move. */
  #isStuck(step: Step): boolean {
    if (this.sent || this.byHand || !isCell(step) || this.walk.steps.length > 0) return false;
    const own = (cell: number) => this.pieces.get(cell)?.side === this.scene.to_move;
    const { mover } = this.scene.staging;
    if (!own(step) || step === mover || this.clickable.has(step)) return false;
    return mover === null ? [...this.legal].some(own) : this.legal.size > 0;
  }

  /** Take back the last step. */
  undo(): void {
    if (!this.sent) this.#settle({ walk: back(this.options, this.walk), move: null });
  }

  /** Forget what has been chosen, also a move that was handed over and refused. */
  cancel(): void {
    this.sent = null;
    this.#settle({ walk: begin(this.options), move: null });
  }

  /** Make the move that is proposed. */
  confirm(): void {
    const step = this.meaning(this.touched);
    if (step === null) this.#settle(confirm(this.walk));
    else this.choose(step);
  }

  /** The step that a click on a cell takes; null if it takes none. */
  meaning(cell: number | null): number | null {
    if (cell === null || !this.clickable.has(cell)) return null;
    return this.legal.has(cell) ? cell : (this.scene.aliases[cell] ?? null);
  }

  /** The move that a click on a cell would make or lead to; null if there are several, or none. */
  foresee(cell: number | null): Choice | null {
    const step = this.meaning(cell);
    return step === null ? null : foreseen(this.options, this.walk, step);
  }

  /** The facts of the move that is chosen, or that a click on a cell would lead to. */
  factsAt(cell: number | null): Fact[] {
    const ahead = this.foresee(cell);
    const chosen =
      this.walk.steps.length > 0 && this.meaning(cell) !== null ? null : (this.sent ?? this.walk.whole);
    return [chosen, ahead].find((one) => one && one.facts.length > 0)?.facts ?? [];
  }

  /** Whether a move by way of a cell has more facts to show before it is made than how much it takes or turns. */
  isWeighty(cell: number): boolean {
    return !this.sent && (this.foresee(cell)?.facts.length ?? 0) > 1;
  }

  /** Whether the piece that goes along with the steps has come to a cell, from which it may go on. */
  isStop(cell: number): boolean {
    const { trail } = this.staged;
    const { carries } = this.scene.staging;
    const follows = trail.length > 1 && (carries === null || trail.length <= carries);
    return !this.sent && follows && trail.at(-1) === cell && this.legal.size > 0;
  }

  /** Whether a piece may be taken up from a cell. */
  isDraggable(cell: number): boolean {
    if (this.isStop(cell)) return true;
    if (this.sent || this.byHand || !this.pieces.has(cell)) return false;
    const moves = cell === this.scene.staging.mover && this.walk.steps.length === 0 && this.legal.size > 0;
    return moves || this.legal.has(cell);
  }

  #settle({ walk, move }: Taken): void {
    this.touched = null;
    this.astray = this.stuck = false;
    const changed = walk.steps.length > 0 || this.walk.steps.length > 0;
    this.walk = walk;
    if (move) {
      // A piece that a copy comes from stays where it is.
      const copied = move.origins.length > 0;
      const written = (copied && this.#choices.find((one) => one.move === move.move)) || move;
      this.sent = written;
      this.#listeners.move(written);
    }
    if (changed) this.#listeners.steps(walk.steps);
  }
}
