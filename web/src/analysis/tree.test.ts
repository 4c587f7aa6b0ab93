import { describe, expect, it } from "vitest";
import {
  addLine,
  annotate,
  emptyTree,
  isMain,
  isPlain,
  lineThrough,
  mainLine,
  movesTo,
  node,
  nodesOf,
  pack,
  path,
  plyOf,
  promote,
  ROOT,
  remove,
  rows,
  type Tree,
  treeOf,
  treeOfNodes,
  unpack,
  walk,
} from "./tree";

/** a b c with the variations a (x y) and a b (z). */
function branched() {
  const main = treeOf(["a", "b", "c"]);
  const [, a, b] = mainLine(main) as [number, number, number, number];
  const first = addLine(main, a, ["x", "y"]);
  const second = addLine(first.tree, b, ["z"]);
  return { tree: second.tree, a, b, y: first.id, z: second.id };
}

describe("growing", () => {
  it("has a root without a move", () => {
    expect(movesTo(emptyTree(), ROOT)).toEqual([]);
    expect(mainLine(emptyTree())).toEqual([ROOT]);
  });

  it("keeps the moves in their order", () => {
    const tree = treeOf(["e4", "e5", "e4"]);
    expect(movesTo(tree, mainLine(tree).at(-1) as number)).toEqual(["e4", "e5", "e4"]);
  });

  it("follows moves that are there and adds what is new after them", () => {
    const { tree, y } = branched();
    const again = addLine(tree, ROOT, ["a", "x", "y", "w"]);
    expect(again.tree.nodes.size).toBe(tree.nodes.size + 1);
    expect(node(again.tree, again.id).parent).toBe(y);
  });

  it("leaves the old tree as it was", () => {
    const tree = treeOf(["a"]);
    addLine(tree, ROOT, ["b"]);
    expect(node(tree, ROOT).children).toHaveLength(1);
    expect(tree.nodes.size).toBe(2);
  });

  it("refuses a node that is not there", () => {
    expect(() => addLine(emptyTree(), 7, ["a"])).toThrow("no node 7");
  });
});

describe("pruning", () => {
  it("takes all that follows and goes back to where the move was played", () => {
    const { tree, a, b, y } = branched();
    const left = remove(tree, b);
    expect(left.id).toBe(a);
    expect(mainLine(left.tree).at(-1)).toBe(y);
    expect([...left.tree.nodes.keys()].sort()).toEqual([...path(tree, y)].sort());
  });

  it("never takes the root", () => {
    const { tree } = branched();
    expect(remove(tree, ROOT)).toEqual({ tree, id: ROOT });
  });

  it("gives no number twice", () => {
    const tree = treeOf(["a", "b"]);
    const last = mainLine(tree).at(-1) as number;
    expect(addLine(remove(tree, last).tree, ROOT, ["c"]).id).toBeGreaterThan(last);
  });
});

describe("promoting", () => {
  it("makes a variation the main line where it branches off", () => {
    const { tree, y, b } = branched();
    const changed = promote(tree, y);
    expect(isMain(changed, y)).toBe(true);
    expect(isMain(changed, b)).toBe(false);
    expect(movesTo(changed, mainLine(changed).at(-1) as number)).toEqual(["a", "x", "y"]);
  });

  it("goes one branching up at a time", () => {
    const { tree, y } = branched();
    const inner = addLine(tree, node(tree, y).parent as number, ["w"]);
    const once = promote(inner.tree, inner.id);
    expect(isMain(once, inner.id)).toBe(false);
    expect(isMain(promote(once, inner.id), inner.id)).toBe(true);
  });

  it("leaves the main line alone", () => {
    const { tree, b } = branched();
    expect(promote(tree, b)).toBe(tree);
  });
});

describe("walking", () => {
  it("goes along a line and stops at its ends", () => {
    const { tree, a, z, b } = branched();
    expect(walk(tree, z, "previous")).toBe(b);
    expect(walk(tree, ROOT, "previous")).toBe(ROOT);
    expect(walk(tree, a, "next")).toBe(b);
    expect(walk(tree, z, "next")).toBe(z);
    expect(walk(tree, z, "first")).toBe(ROOT);
    expect(plyOf(tree, walk(tree, a, "last"))).toBe(3);
  });

  it("changes between variations", () => {
    const { tree, z } = branched();
    const main = walk(tree, z, "above");
    expect(node(tree, main).move).toBe("c");
    expect(walk(tree, main, "above")).toBe(main);
    expect(walk(tree, main, "below")).toBe(z);
    expect(walk(tree, ROOT, "below")).toBe(ROOT);
  });

  it("tells the line through a node", () => {
    const { tree, y } = branched();
    const x = node(tree, y).parent as number;
    expect(lineThrough(tree, x).at(-1)).toBe(y);
    expect(movesTo(tree, y)).toEqual(["a", "x", "y"]);
  });
});

describe("annotating", () => {
  it("changes one node only", () => {
    const { tree, a, b } = branched();
    const said = annotate(tree, a, { value: 0.25, note: "bold" });
    expect(node(said, a)).toMatchObject({ value: 0.25, note: "bold", move: "a" });
    expect(node(said, b)).toBe(node(tree, b));
    expect(node(tree, a).value).toBeNull();
  });
});

describe("rows", () => {
  it("tells a plain game in one", () => {
    expect(rows(treeOf(["a", "b"]))).toEqual([{ depth: 0, ply: 1, ids: [1, 2] }]);
    expect(rows(emptyTree())).toEqual([]);
  });

  it("puts variations after the moves that they are alternatives to", () => {
    const { tree } = branched();
    const texts = rows(tree).map((row) => [row.depth, row.ids.map((id) => node(tree, id).move).join(" ")]);
    expect(texts).toEqual([
      [0, "a b"],
      [1, "x y"],
      [0, "c"],
      [1, "z"],
    ]);
    for (const row of rows(tree)) {
      expect(row.ids.map((id) => plyOf(tree, id))).toEqual(row.ids.map((_, n) => row.ply + n));
    }
  });

  it("goes deeper with variations of variations", () => {
    const { tree, y } = branched();
    const inner = addLine(tree, node(tree, y).parent as number, ["w"]).tree;
    expect(rows(inner).map((row) => row.depth)).toEqual([0, 1, 2, 0, 1]);
  });
});

describe("a tree that is stored", () => {
  const first = addLine(treeOf(["a", "b", "c"]), 1, ["x", "y"]);
  const tree = annotate(remove(first.tree, 3).tree, first.id, { note: "better", value: 0.6 });

  it("comes back as it was, and grows on", () => {
    const again = unpack(JSON.parse(JSON.stringify(pack(tree)))) as Tree;
    expect(again).toEqual(tree);
    expect(addLine(again, 1, ["z"]).id).toBe(addLine(tree, 1, ["z"]).id);
  });

  it("is none if a part of it is missing", () => {
    const nodes = pack(tree);
    expect(unpack(null)).toBeNull();
    expect(unpack([])).toBeNull();
    expect(unpack(nodes.slice(1))).toBeNull();
    expect(unpack(nodes.slice(0, -1))).toBeNull();
    expect(unpack(nodes.map((one) => ({ ...one, children: [] })))).toBeNull();
  });
});

describe("trees of files", () => {
  const nodes = [
    { parent: -1, move: "", note: "begin", shapes: [] },
    { parent: 0, move: "a", note: "", shapes: [] },
    { parent: 1, move: "b", note: "so", shapes: [] },
    { parent: 2, move: "c", note: "", shapes: [] },
    { parent: 2, move: "z", note: "", shapes: [] },
    { parent: 1, move: "x", note: "", shapes: [] },
    { parent: 5, move: "y", note: "or so", shapes: [] },
  ];

  it("have variations after the main line, and their notes", () => {
    const { tree, b } = branched();
    const noted = annotate(annotate(tree, ROOT, { note: "begin" }), b, { note: "so" });
    const last = walk(noted, path(noted, branched().y).at(-1) as number, "last");
    expect(nodesOf(annotate(noted, last, { note: "or so" }))).toEqual(nodes);
  });

  it("come back as they were", () => {
    expect(nodesOf(treeOfNodes(nodes))).toEqual(nodes);
    expect(treeOfNodes([])).toEqual(emptyTree());
  });

  it("follow moves that are there already", () => {
    const twice = [
      ...nodes,
      { parent: 0, move: "a", note: "", shapes: [] },
      { parent: 7, move: "b", note: "again", shapes: [] },
    ];
    expect(nodesOf(treeOfNodes(twice)).map((one) => one.move)).toEqual(nodes.map((one) => one.move));
  });

  it("are told from games without variations and notes", () => {
    const line = treeOf(["a", "b"]);
    expect(isPlain(line)).toBe(true);
    expect(isPlain(annotate(line, ROOT, { note: "begin" }))).toBe(false);
    expect(isPlain(branched().tree)).toBe(false);
  });
});
