// Whether a board has a side for each player, so that everybody wants to see their own below.

import type { Board, Scene, Side } from "../lib/types";

/** The side that sits below: the reader's own, if it is one; turned: the other way round. */
export const bottomOf = (yours: readonly Side[], turned: boolean): Side =>
  (yours.length === 1 && yours[0] === 1) !== turned ? 1 : 0;

const APART = 1.5;

/** The side that begins well below the other; null where there is none, as where discs begin in the middle. */
export function lower(board: Board, start: Scene): Side | null {
  const [first, second] = [height(board, start, 0), height(board, start, 1)];
  if (first === null || second === null || Math.abs(first - second) <= APART) return null;
  return first > second ? 0 : 1;
}

/** The mean height of a side's pieces, counted downwards; null if it has none. */
function height(board: Board, { pieces }: Scene, side: Side): number | null {
  const own = pieces.filter((piece) => piece.side === side && piece.shape !== "box");
  const sum = own.reduce((total, piece) => total + (board.cells[piece.cell]?.y ?? 0), 0);
  return own.length > 0 ? sum / own.length : null;
}
