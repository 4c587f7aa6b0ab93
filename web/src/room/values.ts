// What the first side could expect in each position of a room: kept in the browser's tab, since machines say it once.

import { isRecord } from "../lib/settings";
import { Shelf } from "../lib/shelf";
import { common } from "./history";

type Values = readonly (number | null)[];

const shelf = new Shelf("values", 20);

const isValue = (value: unknown): boolean => value === null || Number.isFinite(value);

/** The values by ply up to the last; a game that has ended is worth its outcome. */
export function graphOf(values: Values, plies: number, outcome: number | null): (number | null)[] {
  const found = Array.from({ length: plies + 1 }, (_, ply) => values[ply] ?? null);
  if (outcome !== null) found[plies] = (outcome + 1) / 2;
  return found;
}

/** The values of a room as the game goes on; by ply, null or nothing where nobody has looked. */
export class RoomValues {
  readonly #room: string;
  #moves: readonly string[] = [];
  #values: Values = [];

  constructor(room: string) {
    this.#room = room;
    const kept = shelf.find(room);
    if (!isRecord(kept) || !Array.isArray(kept.moves) || !Array.isArray(kept.values)) return;
    if (!kept.values.every(isValue)) return;
    this.#moves = kept.moves as string[];
    this.#values = kept.values as Values;
  }

  /** The values that hold after these moves: those of the positions that the game still has. */
  after(moves: readonly string[]): Values {
    this.#values = this.#values.slice(0, common(this.#moves, moves) + 1);
    this.#moves = [...moves];
    return this.#values;
  }

  /** The values with another one, which is kept at once: a search may be broken off, and say no more. */
  with(ply: number, value: number): Values {
    const values = Array.from({ length: Math.max(ply + 1, this.#values.length) }, (_, at) =>
      at === ply ? value : (this.#values[at] ?? null),
    );
    this.#values = values;
    shelf.put(this.#room, { moves: this.#moves, values });
    return values;
  }
}
