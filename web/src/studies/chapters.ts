// The trees of a study's chapters, and what changes of the study make of them.

import {
  addLine,
  annotate,
  emptyTree,
  type Node,
  node,
  promote,
  ROOT,
  remove,
  type Tree,
} from "../analysis/tree";
import type { Chapter, StudyChange, ToldNode, TreeNode } from "../lib/types";

/** A change of the tree of one chapter. */
export type TreeChange = Extract<StudyChange, { type: "played" | "note" | "draw" | "promote" | "remove" }>;

/** Whether a change is one of a chapter's tree. */
export const isTreeChange = (change: StudyChange): change is TreeChange =>
  ["played", "note", "draw", "promote", "remove"].includes(change.type);

/** The tree of a chapter as the server sends it: each node stands after the one that it follows. */
export function treeOfChapter({ nodes, next }: Pick<Chapter, "nodes" | "next">): Tree {
  const root = node(emptyTree(), ROOT);
  const found = new Map<number, Node>();
  for (const { id, parent, move, note, shapes } of nodes) {
    found.set(id, { ...root, id, parent: parent < 0 ? null : parent, move, note, shapes });
    const above = found.get(parent);
    if (above) found.set(parent, { ...above, children: [...above.children, id] });
  }
  return { nodes: found, next };
}

/** The tree after a change, which the server has checked. */
export function changed(tree: Tree, change: TreeChange): Tree {
  switch (change.type) {
    case "played":
      return addLine({ ...tree, next: change.first }, change.parent, change.moves).tree;
    case "note":
      return annotate(tree, change.node, { note: change.note });
    case "draw":
      return annotate(tree, change.node, { shapes: change.shapes });
    case "promote":
      return promote(tree, change.node);
    case "remove":
      return remove(tree, change.node).tree;
  }
}

/** The nearest node above one that there still is. */
export function nearest(before: Tree, after: Tree, id: number): number {
  let here: number | null = id;
  while (here !== null && !after.nodes.has(here)) here = before.nodes.get(here)?.parent ?? null;
  return here ?? ROOT;
}

/** Nodes of a file as a request has them. */
export const told = (nodes: readonly TreeNode[]): ToldNode[] =>
  nodes.map(({ parent, move, note, shapes }) => ({ parent, move, note, shapes }));
