// What may be shown on a board on top of a position: moves as arrows, and how much cells count.

import type { Scene, ShapeColour, Step } from "../lib/types";

/** `best` and `other`: what a search thinks of; `hint`: advice; `first` and `second`: moves of a side; drawings. */
export type Tone = "best" | "other" | "hint" | "first" | "second" | ShapeColour;

export interface Arrow {
  steps: readonly Step[];
  tone: Tone;
  /** From 0 to 1: how much it matters. */
  weight: number;
  /** A word or number at its end. */
  label?: string;
  /** The position in which the move is made, where that is not the one shown. */
  scene?: Scene;
}

export interface Highlight {
  arrows?: readonly Arrow[];
  /** For each cell how much it counts, from 0 to 1. */
  heat?: ReadonlyMap<number, number>;
}

/** For each cell the share of its visits, of the most visited one, when moves count at their last cells. */
export function heatOf(
  candidates: readonly { steps: readonly Step[]; visits: number }[],
): Map<number, number> {
  const found = new Map<number, number>();
  for (const { steps, visits } of candidates) {
    const cell = steps.filter((step) => typeof step === "number").at(-1);
    if (typeof cell === "number" && visits > 0) found.set(cell, (found.get(cell) ?? 0) + visits);
  }
  const most = Math.max(1, ...found.values());
  return new Map([...found].map(([cell, visits]) => [cell, visits / most]));
}
