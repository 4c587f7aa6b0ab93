// What a move does on the board, as far as its steps and the pieces show: a piece goes a way, pieces are put on free
// cells, pieces of the other side are taken.

import type { Scene, Step } from "../lib/types";
import { pieceOn, stage } from "./stage";

export interface Course {
  /** The cells of the piece that goes, its own first; empty where none goes. */
  way: readonly number[];
  /** Free cells on which something is put. */
  placed: readonly number[];
  /** Cells whose pieces the move takes or, of units, strikes. */
  taken: readonly number[];
}

/** What a move with these steps does in a position. */
export function courseOf(scene: Scene, steps: readonly Step[]): Course {
  const { piece, trail, placed, targets } = stage(scene, steps);
  const way = trail.filter((cell, at) => cell !== trail[at - 1]);
  const rest = [...targets];
  // A piece that has not gone anywhere goes to the first cell that it aims at, and takes what stands there.
  const first = piece && way.length === 1 ? rest.shift() : undefined;
  if (first !== undefined) way.push(first);
  const occupied = (cell: number) => pieceOn(scene, cell) !== null && cell !== piece?.cell;
  return {
    way: way.length > 1 ? way : [],
    placed: [
      ...(placed === null ? [] : [placed]),
      ...(way.length === 1 ? way : []),
      ...rest.filter((cell) => !occupied(cell)),
    ],
    taken: rest.filter(occupied),
  };
}

/** The cells among the steps of the last move from which it took a piece: free ones, after the cell where it ended. */
export function takenBy(scene: Scene): number[] {
  const cells = (scene.last?.steps ?? []).filter((step) => typeof step === "number");
  const end = cells.findLastIndex((cell) => pieceOn(scene, cell) !== null);
  return end < 0 ? [] : cells.slice(end + 1).filter((cell) => !cells.slice(0, end).includes(cell));
}
