// A game with variations: a tree of moves. Trees are values; whatever changes one returns another.

import type { DrawnShape, MoveAnalysis, TreeNode } from "../lib/types";

export interface Node {
  readonly id: number;
  readonly parent: number | null;
  /** The move that leads here; empty at the root. */
  readonly move: string;
  /** The moves from here, the main one first. */
  readonly children: readonly number[];
  readonly note: string;
  /** What is drawn on the position. */
  readonly shapes: readonly DrawnShape[];
  readonly analysis: MoveAnalysis | null;
  /** The result that the first side may expect, 0 to 1; null where nobody has looked. */
  readonly value: number | null;
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, Node>;
  readonly next: number;
}

/** A tree, and the node that is meant. */
export interface Place {
  readonly tree: Tree;
  readonly id: number;
}

export const ROOT = 0;

const fresh = (id: number, parent: number | null, move: string): Node => ({
  id,
  parent,
  move,
  children: [],
  note: "",
  shapes: [],
  analysis: null,
  value: null,
});

export const emptyTree = (): Tree => ({ nodes: new Map([[ROOT, fresh(ROOT, null, "")]]), next: 1 });

/** The node of a number; RangeError if the tree has none. */
export function node(tree: Tree, id: number): Node {
  const found = tree.nodes.get(id);
  if (!found) throw new RangeError(`the tree has no node ${id}`);
  return found;
}

const withNodes = (tree: Tree, ...changed: Node[]): Tree => ({
  ...tree,
  nodes: new Map([...tree.nodes, ...changed.map((one): [number, Node] => [one.id, one])]),
});

/** Add moves one after another; those that are there already are followed. */
export function addLine(tree: Tree, from: number, moves: readonly string[]): Place {
  const nodes = new Map(tree.nodes);
  let next = tree.next;
  let here = node(tree, from);
  for (const move of moves) {
    const known = here.children.map((id) => nodes.get(id) as Node).find((one) => one.move === move);
    if (known) {
      here = known;
      continue;
    }
    const added = fresh(next, here.id, move);
    nodes.set(here.id, { ...here, children: [...here.children, next] });
    nodes.set(next, added);
    here = added;
    next += 1;
  }
  return { tree: { nodes, next }, id: here.id };
}

/** The tree of nodes as files have them. */
export function treeOfNodes(nodes: readonly TreeNode[]): Tree {
  let tree = emptyTree();
  const ids: number[] = [];
  for (const { parent, move, note, shapes } of nodes) {
    const place = parent < 0 ? { tree, id: ROOT } : addLine(tree, ids[parent] as number, [move]);
    tree = note || shapes.length ? annotate(place.tree, place.id, { note, shapes }) : place.tree;
    ids.push(place.id);
  }
  return tree;
}

/** The nodes of a tree as files have them: variations after the main line, from where they branch off. */
export function nodesOf(tree: Tree): TreeNode[] {
  const found: TreeNode[] = [];
  const waiting: [id: number, parent: number][] = [[ROOT, -1]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [id, parent] = next;
    const { move, note, shapes, children } = node(tree, id);
    const number = found.push({ parent, move, note, shapes: [...shapes] }) - 1;
    waiting.push(...children.map((child): [number, number] => [child, number]).reverse());
  }
  return found;
}

/** Whether a tree has neither variations nor notes nor drawings. */
export const isPlain = (tree: Tree): boolean =>
  [...tree.nodes.values()].every((one) => one.children.length < 2 && !one.note && !one.shapes.length);

/** The nodes of a tree as they can be stored. */
export const pack = (tree: Tree): readonly Node[] => [...tree.nodes.values()];

/** The tree of nodes that were stored; null if they make none. */
export function unpack(stored: unknown): Tree | null {
  if (!Array.isArray(stored)) return null;
  const nodes = new Map((stored as Node[]).map((one) => [one.id, { ...fresh(one.id, null, ""), ...one }]));
  const linked = (one: Node) =>
    one.id === ROOT ? one.parent === null : nodes.get(one.parent ?? -1)?.children.includes(one.id);
  const whole = [...nodes.values()].every((one) => linked(one) && one.children.every((id) => nodes.has(id)));
  return nodes.has(ROOT) && whole ? { nodes, next: Math.max(...nodes.keys()) + 1 } : null;
}

/** A tree of a game without variations. */
export const treeOf = (moves: readonly string[]): Tree => addLine(emptyTree(), ROOT, moves).tree;

/** Remove a move with all that follows it; the place is where it was played. The root stays. */
export function remove(tree: Tree, id: number): Place {
  const { parent } = node(tree, id);
  if (parent === null) return { tree, id };
  const nodes = new Map(tree.nodes);
  for (const one of below(tree, id)) nodes.delete(one);
  const above = node(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((one) => one !== id) });
  return { tree: { ...tree, nodes }, id: parent };
}

/**
 * Remove some moves, by their numbers; those with notes or drawings stay, and those that lead to a move which stays.
 * The place is the last one on the way to a node that is left.
 */
export function withdraw(tree: Tree, numbers: ReadonlySet<number>, id: number): Place {
  const added = [...tree.nodes.values()].filter((one) => numbers.has(one.id));
  const stays = (one: Node) => !numbers.has(one.id) || one.note !== "" || one.shapes.length > 0;
  const kept = new Set([...tree.nodes.values()].filter(stays).flatMap((one) => path(tree, one.id)));
  let left = tree;
  for (const one of added) {
    if (!kept.has(one.id) && left.nodes.has(one.id)) left = remove(left, one.id).tree;
  }
  return { tree: left, id: path(tree, id).findLast((one) => left.nodes.has(one)) as number };
}

/** A node and all nodes that follow it. */
function below(tree: Tree, id: number): number[] {
  const found = [id];
  for (const one of found) found.push(...node(tree, one).children);
  return found;
}

/** Make the variation that a node is in the main one where it branches off; the main line stays as it is. */
export function promote(tree: Tree, id: number): Tree {
  const branch = path(tree, id).findLast((one) => !isFirst(tree, one));
  if (branch === undefined) return tree;
  const above = node(tree, node(tree, branch).parent as number);
  return withNodes(tree, { ...above, children: [branch, ...above.children.filter((one) => one !== branch)] });
}

function isFirst(tree: Tree, id: number): boolean {
  const { parent } = node(tree, id);
  return parent === null || node(tree, parent).children[0] === id;
}

/** Whether a node is in the main line. */
export const isMain = (tree: Tree, id: number): boolean => path(tree, id).every((one) => isFirst(tree, one));

/** Change what is said of a node. */
export function annotate(
  tree: Tree,
  id: number,
  said: Partial<Pick<Node, "note" | "shapes" | "analysis" | "value">>,
): Tree {
  return withNodes(tree, { ...node(tree, id), ...said });
}

/** The nodes from the root to a node, both included. */
export function path(tree: Tree, id: number): number[] {
  const found: number[] = [];
  for (let here: number | null = id; here !== null; here = node(tree, here).parent) found.push(here);
  return found.reverse();
}

/** The moves from the start to a node. */
export const movesTo = (tree: Tree, id: number): string[] =>
  path(tree, id)
    .slice(1)
    .map((one) => node(tree, one).move);

/** The nodes from the root through a node to the end of its line, always by main moves. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = path(tree, id);
  for (let [next] = node(tree, id).children; next !== undefined; [next] = node(tree, next).children) {
    line.push(next);
  }
  return line;
}

export const mainLine = (tree: Tree): number[] => lineThrough(tree, ROOT);

/** How many moves lead to a node. */
export const plyOf = (tree: Tree, id: number): number => path(tree, id).length - 1;

export type Way = "first" | "previous" | "next" | "last" | "above" | "below";

/** The node one gets to from a node; the node itself where there is no way. `above`, `below`: other variations. */
export function walk(tree: Tree, id: number, way: Way): number {
  const here = node(tree, id);
  if (way === "first") return ROOT;
  if (way === "previous") return here.parent ?? id;
  if (way === "next") return here.children[0] ?? id;
  if (way === "last") return lineThrough(tree, id).at(-1) as number;
  if (here.parent === null) return id;
  const beside = node(tree, here.parent).children;
  return beside[beside.indexOf(id) + (way === "above" ? -1 : 1)] ?? id;
}

/** A run of moves without a branching: the main line has the depth 0, variations of it 1, and so on. */
export interface Row {
  readonly depth: number;
  /** The number of its first move, from 1. */
  readonly ply: number;
  readonly ids: readonly number[];
}

/** The tree as rows: a variation follows the row that ends with the move which it is an alternative to. */
export function rows(tree: Tree): Row[] {
  const found: Row[] = [];
  const run = (from: number, begun: readonly number[], depth: number, first: number): void => {
    let row = [...begun];
    let ply = first;
    for (let here = from; ; ) {
      const [main, ...others] = node(tree, here).children;
      if (main === undefined) break;
      row.push(main);
      if (others.length) {
        found.push({ depth, ply, ids: row });
        ply += row.length;
        row = [];
        for (const other of others) run(other, [other], depth + 1, ply - 1);
      }
      here = main;
    }
    if (row.length) found.push({ depth, ply, ids: row });
  };
  run(ROOT, [], 0, 1);
  return found;
}
