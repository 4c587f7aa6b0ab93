// The positions of a game as far as they are known, and where a reader has gone back to.

import type { Scene } from "../lib/types";

/** How many moves two games begin with alike. */
export function common(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((move, ply) => other[ply] !== move);
  return differs < 0 ? one.length : differs;
}

/** Keeps the scenes of a game by ply, for as long as its moves do not change. */
export class History {
  #moves: readonly string[] = [];
  readonly #scenes = new Map<number, Scene>();

  /** Take over the moves of the game and the scene after the last; what no longer belongs to it is forgotten. */
  add(moves: readonly string[], scene: Scene): void {
    const kept = common(this.#moves, moves);
    for (const ply of [...this.#scenes.keys()]) if (ply > kept) this.#scenes.delete(ply);
    this.#moves = [...moves];
    this.#scenes.set(moves.length, scene);
  }

  /** Take over all scenes of the game up to now, as the server has replayed it; of other moves nothing. */
  fill(moves: readonly string[], scenes: readonly Scene[]): void {
    if (moves.some((move, ply) => this.#moves[ply] !== move)) return;
    scenes.forEach((scene, ply) => {
      if (!this.#scenes.has(ply)) this.#scenes.set(ply, scene);
    });
  }

  /** The scene at a ply; undefined while it is not known. */
  at(ply: number): Scene | undefined {
    return this.#scenes.get(ply);
  }
}

/** The ply to show when a reader walks on from one; null for the present, so that it is followed. */
export function walk(from: number | null, by: number, last: number): number | null {
  const to = Math.max(0, (from ?? last) + by);
  return to >= last ? null : to;
}
