// A game that is being looked at: its tree of moves, where one is in it, and the position there.

import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import type { Heading } from "../lib/exporting";
import type { DrawnShape, Imported, LeftOut, MoveAnalysis, Scene, TreeNode } from "../lib/types";
import {
  addLine,
  annotate,
  emptyTree,
  lineThrough,
  movesTo,
  node,
  type Place,
  path,
  plyOf,
  promote,
  ROOT,
  remove,
  type Tree,
  treeOfNodes,
  type Way,
  walk,
  withdraw,
} from "./tree";

/** The most moves that the server shows at once. */
const MOST_PLIES = 1000;

export interface Opened extends Heading {
  moves: string[];
  fault: Imported["fault"];
  /** The moves with variations and notes, if there are any. */
  tree?: readonly TreeNode[];
  leftOut?: LeftOut;
}

export class Session {
  readonly heading: Heading;
  readonly fault: Imported["fault"];
  readonly leftOut: LeftOut;
  /** The last node of the game as it was opened, after which its fault stands. */
  readonly end: number;
  tree = $state.raw<Tree>(emptyTree());
  here = $state(ROOT);
  scene = $state.raw<Scene | null>(null);
  trouble = $state("");

  readonly #scenes = new Map<number, Scene>();

  /** kept: what became of the game when it was looked at before. */
  constructor(opened: Opened, kept: Place | null = null) {
    const { game, start, players, outcome, termination } = opened;
    this.heading = { game, start, players, outcome, termination };
    this.fault = opened.fault;
    this.leftOut = opened.leftOut ?? { variations: 0, notes: 0 };
    const place = addLine(kept?.tree ?? treeOfNodes(opened.tree ?? []), ROOT, opened.moves);
    this.tree = place.tree;
    this.end = place.id;
    this.here = kept?.id ?? ROOT;
  }

  /** The moves that lead here. */
  get moves(): string[] {
    return movesTo(this.tree, this.here);
  }

  /** The line through here to its end, as nodes. */
  get line(): number[] {
    return lineThrough(this.tree, this.here);
  }

  /** Whether moves of the game have been analysed. */
  get isAnalysed(): boolean {
    return path(this.tree, this.end).some((id) => node(this.tree, id).analysis !== null);
  }

  get ply(): number {
    return plyOf(this.tree, this.here);
  }

  /** Show the game at a ply, or where it is shown already, and load its positions. */
  async open(ply: number | null): Promise<void> {
    const line = path(this.tree, this.end);
    if (ply !== null) this.here = line[Math.min(Math.max(ply, 0), line.length - 1)] as number;
    const shown = this.#show();
    try {
      const moves = movesTo(this.tree, this.end).slice(0, MOST_PLIES);
      const scenes = await api.scenes({ game: this.heading.game, position: this.heading.start, moves });
      for (const [n, scene] of scenes.entries()) {
        const id = line[n] as number;
        if (!this.#scenes.has(id)) this.#scenes.set(id, scene);
      }
    } catch {
      // Positions are then asked for one by one, as they are come to.
    }
    await shown;
  }

  go(id: number): void {
    if (id === this.here) return;
    this.here = id;
    void this.#show();
  }

  walk(way: Way): void {
    this.go(walk(this.tree, this.here, way));
  }

  /** Play moves from here: into the line that has them, or as a variation. */
  play(moves: readonly string[]): void {
    const { tree, id } = addLine(this.tree, this.here, moves);
    this.tree = tree;
    this.go(id);
  }

  remove(): void {
    const { tree, id } = remove(this.tree, this.here);
    this.tree = tree;
    this.go(id);
  }

  /** Remove some moves, by their numbers, see `withdraw`. */
  withdraw(numbers: ReadonlySet<number>): void {
    const { tree, id } = withdraw(this.tree, numbers, this.here);
    this.tree = tree;
    this.go(id);
  }

  promote(): void {
    this.tree = promote(this.tree, this.here);
  }

  note(text: string, at = this.here): void {
    this.tree = annotate(this.tree, at, { note: text });
  }

  /** What is drawn on the position that is shown. */
  get shapes(): readonly DrawnShape[] {
    return node(this.tree, this.here).shapes;
  }

  draw(shapes: readonly DrawnShape[]): void {
    this.tree = annotate(this.tree, this.here, { shapes });
  }

  /** Keep what the first side may expect at a node, unless the whole game has been analysed. */
  value(id: number, value: number): void {
    if (this.tree.nodes.has(id) && node(this.tree, id).analysis === null) {
      this.tree = annotate(this.tree, id, { value });
    }
  }

  /** Keep the analysis of a move of a line, and what the first side may expect before and after it. */
  keepAnalysis(line: readonly number[], analysis: MoveAnalysis, values: readonly number[]): void {
    for (const [n, value] of values.entries()) this.#said(line[analysis.number - 1 + n], { value });
    this.#said(line[analysis.number], { analysis });
  }

  #said(id: number | undefined, said: Parameters<typeof annotate>[2]): void {
    if (id !== undefined && this.tree.nodes.has(id)) this.tree = annotate(this.tree, id, said);
  }

  async #show(): Promise<void> {
    const wanted = this.here;
    const known = this.#scenes.get(wanted);
    if (known) this.scene = known;
    if (known && (known.choices !== null || known.end !== null)) return;
    try {
      const { game, start } = this.heading;
      const scene = await api.scene({ game, position: start, moves: movesTo(this.tree, wanted) });
      this.#scenes.set(wanted, scene);
      if (this.here === wanted) this.scene = scene;
      this.trouble = "";
    } catch (error) {
      if (this.here === wanted) this.trouble = messageOf(error);
    }
  }
}
