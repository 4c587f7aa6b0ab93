// A move while it is being chosen: where its piece stands by now, on what way, and at what it aims.

import type { Piece, Scene, Side, Step } from "../lib/types";

export interface Stage {
  /** The piece that goes along with the steps, and the cells it has been on, its own first. */
  piece: Piece | null;
  trail: number[];
  /** The empty cell on which a piece is about to be placed. */
  placed: number | null;
  /** Cells that have been chosen as targets. */
  targets: number[];
}

/** The piece on a cell, that which stands on an area left out. */
export function pieceOn(scene: Scene, cell: number): Piece | null {
  return scene.pieces.find((piece) => piece.cell === cell && piece.shape !== "box") ?? null;
}

const PLAIN: readonly Piece["shape"][] = ["disc", "cross", "ring", "queen"];

/** The shape by which a side is known: that of its plain pieces, no kings or units. */
export function plainShape(scene: Scene, sides: readonly [string, string], side: Side): Piece["shape"] {
  const plain = scene.pieces.find((one) => one.side === side && PLAIN.includes(one.shape));
  return plain?.shape ?? usualShape(scene, sides, side);
}

/** The shape of a side's pieces where none is on the board yet: cross and nought are drawn so on paper only. */
function usualShape(scene: Scene, sides: readonly [string, string], side: Side): Piece["shape"] {
  if (scene.style !== "paper" || sides[0] !== "x") return "disc";
  return side === 0 ? "cross" : "ring";
}

/** A piece as the side to move has them, for what is about to be placed; edges: that is an edge. */
export function samplePiece(scene: Scene, edges: boolean): Piece | null {
  if (edges) return { cell: 0, side: -1, symbol: "-", shape: "edge", text: "", signs: [] };
  const plain = (one: Piece) => one.side === scene.to_move && !["box", "arrow", "unit"].includes(one.shape);
  const sample = scene.pieces.find(plain); // of a domino the half that moves name comes first
  return sample ? { ...sample, signs: sample.shape === "half" ? sample.signs : [] } : null;
}

/** By how many degrees half a domino is turned that reaches to the right edge of its cell. */
export function turnOf(half: Piece): number {
  return 90 * Math.max(0, ["right", "down", "left", "up"].indexOf(half.signs[0] ?? "right"));
}

/** How a move stands after these steps of it. */
export function stage(scene: Scene, steps: readonly Step[]): Stage {
  const cells = steps.filter((step): step is number => typeof step === "number");
  const { mover, carries } = scene.staging;
  const from = mover ?? cells[0];
  const piece = from === undefined || cells.length === 0 ? null : pieceOn(scene, from);
  const rest = mover === null ? cells.slice(1) : cells;
  if (!piece) return { piece: null, trail: [], placed: cells[0] ?? null, targets: rest };
  const trail = [piece.cell];
  const targets: number[] = [];
  for (const cell of rest) {
    const free = cell === piece.cell || pieceOn(scene, cell) === null;
    const goes = free && targets.length === 0 && (carries === null || trail.length <= carries);
    (goes ? trail : targets).push(cell);
  }
  return { piece, trail, placed: null, targets };
}
