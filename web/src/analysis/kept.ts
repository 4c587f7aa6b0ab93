// What the browser's tab keeps of analyses: games that were pasted, and the trees that came of games.

import { isRecord } from "../lib/settings";
import { newName, Shelf } from "../lib/shelf";
import type { Opened } from "./session.svelte";
import { type Place, pack, unpack } from "./tree";

const games = new Shelf("game", 20);
const trees = new Shelf("tree", 8);

/** Keep a game that was pasted or loaded from a file; returns the name under which it is found again. */
export function keepGame(opened: Opened): string {
  const name = newName();
  games.put(name, opened);
  return name;
}

/** The game that was kept under a name; null if there is none any more. */
export const findGame = (name: string): Opened | null => games.find(name) as Opened | null;

/** Keep the tree of a game and where one is in it. */
export function keepPlace(name: string, { game, start }: Pick<Opened, "game" | "start">, place: Place): void {
  trees.put(name, { game, start, here: place.id, nodes: pack(place.tree) });
}

/** The tree of this game that was kept under a name; null if there is none. */
export function findPlace(name: string, { game, start }: Pick<Opened, "game" | "start">): Place | null {
  const found = trees.find(name);
  if (!isRecord(found) || found.game !== game || found.start !== start) return null;
  const tree = unpack(found.nodes);
  const id = Number(found.here);
  return tree ? { tree, id: tree.nodes.has(id) ? id : 0 } : null;
}

/** The name of this visit of a page: the same when it is loaded again or come back to, another for each new visit. */
export function visitName(): string {
  const state: unknown = history.state;
  if (isRecord(state) && typeof state.visit === "string") return state.visit;
  const visit = newName();
  history.replaceState({ ...(isRecord(state) ? state : {}), visit }, "");
  return visit;
}
