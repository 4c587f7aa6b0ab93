// Which piece of one position is which of the next, so that pieces move, turn, come and go before one's eyes.

import type { Piece, Scene, Step } from "../lib/types";

/** A piece that keeps its key from position to position. */
export interface Actor {
  key: number;
  piece: Piece;
  /** The cells it comes along, its own last; one of its own alone if it stays, none if it is new. */
  way: number[];
}

/** How a scene follows another: by the last move of one of them, or not at all. */
export interface Change {
  /** The cells of the move, in the order in which they are passed. */
  steps: number[];
  /** The cell from which a new piece on a cell falls into place, if it falls. */
  falls: Readonly<Record<number, number>>;
}

const slot = (piece: Piece): string => `${piece.shape === "box" ? "area" : "cell"} ${piece.cell}`;
const kind = (piece: Piece): string => `${slot(piece)} ${piece.side} ${piece.symbol} ${piece.shape}`;
const isNumber = (step: Step): step is number => typeof step === "number";

/** The change from one scene to another of the same game; null if they are not a move apart. */
export function changeBetween(before: Scene, after: Scene): Change | null {
  if (before.game !== after.game || Math.abs(after.ply - before.ply) !== 1) return null;
  const forward = after.ply > before.ply;
  const steps = ((forward ? after : before).last?.steps ?? []).filter(isNumber);
  return { steps: forward ? steps : steps.reverse(), falls: forward ? falls(before) : {} };
}

/** For each cell that others stand for, the one farthest from it: where a stone is dropped in. */
function falls(scene: Scene): Record<number, number> {
  const found: Record<number, number> = {};
  for (const [cell, target] of Object.entries(scene.aliases)) {
    const farthest = found[target];
    if (farthest === undefined || Math.abs(Number(cell) - target) > Math.abs(farthest - target)) {
      found[target] = Number(cell);
    }
  }
  return found;
}

/** Casts the pieces of positions that follow each other. */
export class Cast {
  #last = 0;
  #actors: Actor[] = [];

  /** The actors of the next position; those that move come last, so that they are seen above the others. */
  show(pieces: readonly Piece[], change: Change | null): Actor[] {
    const steps = change?.steps ?? [];
    const old = new Map(this.#actors.map((actor) => [actor.key, actor.piece]));
    const keys = new Map<Piece, number>();
    const pair = (same: (before: Piece, after: Piece) => boolean) => {
      for (const piece of pieces) {
        if (keys.has(piece)) continue;
        const found = [...old].find(([, before]) => same(before, piece));
        if (!found) continue;
        keys.set(piece, found[0]);
        old.delete(found[0]);
      }
    };
    const origin = new Map(this.#actors.map(({ key, piece }) => [key, piece.cell]));
    this.#keepStanding(pieces, keys, old);
    if (change) {
      const moved = (before: Piece, after: Piece) =>
        before.side === after.side && before.shape !== "box" && after.shape !== "box";
      pair((a, b) => moved(a, b) && steps.includes(a.cell) && steps.includes(b.cell));
      pair((a, b) => moved(a, b) && a.symbol === b.symbol && steps.includes(b.cell) && a.shape !== "edge");
    }
    pair((a, b) => slot(a) === slot(b));
    this.#actors = pieces.map((piece) => {
      const key = keys.get(piece);
      if (key === undefined) return { key: ++this.#last, piece, way: arrival(piece, change) };
      return { key, piece, way: wayOf(origin.get(key) ?? piece.cell, piece.cell, steps) };
    });
    return [...this.#actors].sort((a, b) => Number(a.way.length > 1) - Number(b.way.length > 1));
  }

  /** Pair what looks the same on the same cell; by a table, since most pieces of most positions do. */
  #keepStanding(pieces: readonly Piece[], keys: Map<Piece, number>, old: Map<number, Piece>): void {
    const standing = new Map([...old].map(([key, piece]) => [kind(piece), key]));
    for (const piece of pieces) {
      const key = standing.get(kind(piece));
      if (key === undefined) continue;
      keys.set(piece, key);
      old.delete(key);
    }
  }
}

function arrival(piece: Piece, change: Change | null): number[] {
  const from = piece.shape === "box" ? undefined : change?.falls[piece.cell];
  return from === undefined ? [] : [from, piece.cell];
}

/** The cells from one to another as a move passes them. */
function wayOf(from: number, to: number, steps: readonly number[]): number[] {
  if (from === to) return [to];
  const [first, last] = [steps.indexOf(from), steps.lastIndexOf(to)];
  return first >= 0 && last > first ? steps.slice(first, last + 1) : [from, to];
}
