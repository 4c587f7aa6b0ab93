// Which moves of a game stand together: those that one side made in a row.

import type { Side } from "../lib/types";

/** Moves that a side made one after another: those from `first` on, as many as `count`, by ply from 0. */
export interface Run {
  side: Side;
  first: number;
  count: number;
}

/** The moves of a game by who made them. */
export function runsOf(movers: readonly Side[]): Run[] {
  const runs: Run[] = [];
  for (const [ply, side] of movers.entries()) {
    const last = runs.at(-1);
    if (last?.side === side) last.count += 1;
    else runs.push({ side, first: ply, count: 1 });
  }
  return runs;
}

/** Whether the sides have moved by turns throughout, so that each can have a column. */
export const alternate = (runs: readonly Run[]): boolean => runs.every(({ count }) => count === 1);
