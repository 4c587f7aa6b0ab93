// Pieces put on a board and taken from it, one click after another. Nothing here knows a game.

import type { Board, Piece, Scene, Side } from "../lib/types";

/** Whether a piece stands on a cell, and not on an area of the board. */
const onCell = (piece: Piece, cell: number): boolean => piece.cell === cell && piece.shape !== "box";

/** The pieces after a click on a cell: the kind chosen is put there, or taken away if it stands there already. */
export function clicked(pieces: readonly Piece[], kind: Piece | null, cell: number): Piece[] {
  const others = pieces.filter((piece) => !onCell(piece, cell));
  const stood = pieces.find((piece) => onCell(piece, cell));
  const same = stood && kind && stood.side === kind.side && stood.shape === kind.shape;
  if (!kind || (same && (kind.shape === "edge" || stood.symbol === kind.symbol))) return others;
  return [...others, { ...kind, cell }];
}

/** The pieces on cells as the server is told of them. */
export const told = (pieces: readonly Piece[]): { cell: number; symbol: string }[] =>
  pieces.filter((piece) => piece.shape !== "box").map(({ cell, symbol }) => ({ cell, symbol }));

/** What a board shows while pieces are placed: each cell can be clicked, and is a move of its own. */
export function workbench(
  board: Board,
  scene: Scene,
  pieces: readonly Piece[],
  side: Side,
  turn: number,
): Scene {
  return {
    ...scene,
    position: `${scene.position} ${turn}`,
    ply: 0,
    pieces: [...pieces],
    to_move: side,
    end: null,
    last: null,
    marks: [],
    aliases: {},
    inspections: [],
    staging: { mover: null, carries: null },
    choices: {
      moves: board.cells.map(({ name }) => name),
      steps: board.cells.map((_, cell) => [cell]),
      origins: {},
      ways: {},
      facts: {},
    },
  };
}
