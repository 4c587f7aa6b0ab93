import { describe, expect, it } from "vitest";
import type { Piece, Scene, Staging } from "../lib/types";
import { samplePiece, stage } from "./stage";

const piece = (cell: number, shape: Piece["shape"] = "disc") => ({
  cell,
  side: 0,
  symbol: "x",
  shape,
  text: "",
  signs: [],
});
const scene = (cells: (number | ReturnType<typeof piece>)[], staging: Partial<Staging> = {}) =>
  ({
    pieces: cells.map((one) => (typeof one === "number" ? piece(one) : one)),
    staging: { mover: null, carries: null, ...staging },
  }) as unknown as Scene;

describe("a move being chosen", () => {
  it("shows nothing before the first step, and for words", () => {
    expect(stage(scene([1]), [])).toEqual({ piece: null, trail: [], placed: null, targets: [] });
    expect(stage(scene([1], { mover: 1 }), ["wait"]).piece).toBeNull();
  });
  it("carries the piece of the first step along", () => {
    const found = stage(scene([32]), [32, 23, 14]);
    expect(found.piece?.cell).toBe(32);
    expect(found.trail).toEqual([32, 23, 14]);
  });
  it("lets a piece come back to where it began", () => {
    expect(stage(scene([1]), [1, 2, 3, 1]).trail).toEqual([1, 2, 3, 1]);
  });
  it("shoots after as many steps as the game says", () => {
    const found = stage(scene([0], { carries: 1 }), [0, 5, 9]);
    expect(found.trail).toEqual([0, 5]);
    expect(found.targets).toEqual([9]);
  });
  it("aims at pieces and moves no further then", () => {
    const found = stage(scene([3, 9]), [3, 4, 9, 5]);
    expect(found.trail).toEqual([3, 4]);
    expect(found.targets).toEqual([9, 5]);
  });
  it("moves the unit whose turn it is, which no step names", () => {
    const found = stage(scene([176, 9], { mover: 176, carries: 1 }), [40, 9]);
    expect(found.trail).toEqual([176, 40]);
    expect(found.targets).toEqual([9]);
    expect(stage(scene([176, 9], { mover: 176, carries: 1 }), [9]).targets).toEqual([9]);
  });
  it("places a piece on an empty cell", () => {
    expect(stage(scene([9]), [4, 9])).toMatchObject({ piece: null, placed: 4, targets: [9] });
  });
  it("takes no box for a piece", () => {
    expect(stage(scene([piece(4, "box")]), [4]).placed).toBe(4);
  });
});

describe("a piece that is about to be placed", () => {
  it("looks like the latest plain one of the side to move", () => {
    const found = samplePiece({ ...scene([piece(4, "unit"), 7, piece(9, "box")]), to_move: 0 }, false);
    expect(found?.cell).toBe(7);
    expect(samplePiece({ ...scene([7]), to_move: 1 }, false)).toBeNull();
  });
  it("is an edge where pieces are", () => {
    expect(samplePiece(scene([]), true)?.shape).toBe("edge");
  });
});
