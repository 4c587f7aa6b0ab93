// Positions for the tests of boards.

import type { Choices, Piece, Scene } from "../lib/types";
import type { Choice } from "./choose";
import { Choosing } from "./choosing.svelte";

export const piece = (cell: number, side: Piece["side"] = 0, more: Partial<Piece> = {}): Piece => ({
  cell,
  side,
  symbol: "x",
  shape: "disc",
  text: "",
  signs: [],
  ...more,
});

/** A position with pieces of the first side on cells, in which it is for them to move. */
export const position = (
  cells: readonly number[],
  choices: Choices | null,
  more: Partial<Scene> = {},
): Scene => ({
  game: "fields",
  position: "",
  ply: 0,
  to_move: 0,
  end: null,
  pieces: cells.map((cell) => piece(cell)),
  marks: [],
  fills: {},
  style: "felt",
  colours: ["black", "white"],
  caption: "",
  notes: [],
  facts: [],
  last: null,
  choices,
  aliases: {},
  inspections: [],
  staging: { mover: null, carries: null },
  ...more,
});

/** Legal moves that are called by their cells: `0-3`. */
export const steps = (...moves: number[][]): Choices => ({
  moves: moves.map((cells) => cells.join("-")),
  steps: moves,
  origins: {},
  ways: {},
  facts: {},
});

/** A board whose scene may be exchanged, with the moves and numbers of steps that it has reported. */
export function chooser(scene: Scene, byHand = false) {
  const shown = { scene, interactive: true, byHand };
  const moves: string[] = [];
  const lengths: number[] = [];
  const choosing = new Choosing(() => shown, {
    move: (choice: Choice) => moves.push(choice.move),
    steps: (taken) => lengths.push(taken.length),
  });
  choosing.follow();
  return { choosing, shown, moves, lengths };
}
