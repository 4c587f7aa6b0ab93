import { expect, it } from "vitest";
import { mainLine, movesTo, node, nodesOf } from "../analysis/tree";
import type { StudyNode } from "../lib/types";
import { changed, isTreeChange, nearest, treeOfChapter } from "./chapters";

const one = (id: number, parent: number, move: string, note = ""): StudyNode => ({
  id,
  parent,
  move,
  note,
  shapes: [],
  version: 0,
});
const tree = treeOfChapter({
  nodes: [one(0, -1, ""), one(4, 0, "b"), one(5, 4, "c", "so"), one(1, 0, "a"), one(2, 1, "d")],
  next: 6,
});

it("has the numbers and the order of the server", () => {
  expect(nodesOf(tree).map(({ parent, move }) => [parent, move])).toEqual([
    [-1, ""],
    [0, "b"],
    [1, "c"],
    [0, "a"],
    [3, "d"],
  ]);
  expect(movesTo(tree, 2)).toEqual(["a", "d"]);
  expect(node(tree, 5).note).toBe("so");
});

it("follows what is played, noted, drawn, promoted and removed", () => {
  const played = changed(tree, { type: "played", chapter: 1, parent: 2, first: 9, moves: ["e", "f"] });
  expect(movesTo(played, 10)).toEqual(["a", "d", "e", "f"]);
  expect(played.next).toBe(11);
  const noted = changed(played, { type: "note", chapter: 1, node: 9, note: "good" });
  const shapes = [{ cells: [1], colour: "red" as const }];
  const drawn = changed(noted, { type: "draw", chapter: 1, node: 9, shapes });
  expect(node(drawn, 9)).toMatchObject({ note: "good", shapes });
  const promoted = changed(drawn, { type: "promote", chapter: 1, node: 9 });
  expect(mainLine(promoted)).toEqual([0, 1, 2, 9, 10]);
  const removed = changed(promoted, { type: "remove", chapter: 1, node: 2 });
  expect([...removed.nodes.keys()].toSorted()).toEqual([0, 1, 4, 5]);
  expect(nearest(promoted, removed, 10)).toBe(1);
  expect(nearest(promoted, removed, 5)).toBe(5);
});

it("tells changes of trees from others", () => {
  expect(isTreeChange({ type: "promote", chapter: 1, node: 9 })).toBe(true);
  expect(isTreeChange({ type: "rename", title: "x" })).toBe(false);
});
