import { describe, expect, it } from "vitest";
import type { Board, Cell } from "../lib/types";
import { arrowTo, ratioOf, rows, span, View } from "./geometry";

const cell = (name: string, x: number, y: number): Cell => ({
  name,
  x: x + 0.5,
  y: y + 0.5,
  outline: [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ],
});

/** Two columns and three rows, a1 bottom left; numbered as they are read. */
const board: Board = {
  cells: [
    cell("a3", 0, 0),
    cell("b3", 1, 0),
    cell("a2", 0, 1),
    cell("b2", 1, 1),
    cell("a1", 0, 2),
    cell("b1", 1, 2),
  ],
  areas: [],
  labels: [],
  lines: [],
  dots: [],
  bounds: [-1, -0.25, 2.25, 4],
  radius: 0.5,
  tiled: true,
  stepwise: false,
  arrows: [
    [-1, 1, 2, -1],
    [-1, -1, 3, 0],
    [0, 3, 4, -1],
    [1, -1, 5, 2],
    [2, 5, -1, -1],
    [3, -1, -1, 4],
  ],
};

it("is as wide for its height as with its coordinates", () => {
  expect(ratioOf(board)).toBeCloseTo(3.25 / 4.25);
});

describe("the picture of a board", () => {
  it("holds all that is drawn, flipped or not", () => {
    expect(new View(board, false, true).box).toEqual([-100, -25, 325, 425]);
    expect(new View(board, true, true).box).toEqual([-25, -100, 325, 425]);
  });
  it("is smaller without coordinates", () => {
    expect(new View(board, false, false).box).toEqual([-30, -30, 260, 360]);
  });
  it("turns each cell about the middle of the board", () => {
    const flipped = new View(board, true, true);
    expect(flipped.centre(board.cells[0] as Cell)).toEqual([150, 250]);
    expect(flipped.centre(board.cells[5] as Cell)).toEqual([50, 50]);
  });
  it("has the corners of a cell about its centre, and a line along an edge", () => {
    const view = new View(board, true, true);
    expect(view.corners(board.cells[0])).toEqual([
      [50, 50],
      [-50, 50],
      [-50, -50],
      [50, -50],
    ]);
    expect(view.corners(undefined)).toEqual([]);
    expect(view.edge(0)).toBe("M200 300L100 200");
    expect([view.spot(0), view.spot(99)]).toEqual([view.centre(board.cells[0] as Cell), [0, 0]]);
  });
  it("widens what is to be hit of an edge, but of no other cell", () => {
    const edge: Cell = {
      name: "a1b1",
      x: 0.5,
      y: 0,
      outline: [
        [0, 0],
        [0.5, 0.25],
        [1, 0],
        [0.5, -0.25],
      ],
    };
    const edges = { ...board, cells: [edge], areas: [cell("a1", 0, 0)] };
    expect(new View(edges, false, true).target(edge)).toBe("0,0 50,50 100,0 50,-50");
    expect(new View(board, false, true).target(board.cells[0] as Cell)).toBe("0,0 100,0 100,100 0,100");
  });
});

describe("the cells as they are seen", () => {
  it("come in rows from the top left", () => {
    expect(rows(board, false)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });
  it("come the other way round where the board is flipped", () => {
    expect(rows(board, true)).toEqual([
      [5, 4],
      [3, 2],
      [1, 0],
    ]);
  });
  it("are walked over by arrow keys as one sees them", () => {
    expect(arrowTo(board, 4, "ArrowUp", false)).toBe(2);
    expect(arrowTo(board, 4, "ArrowUp", true)).toBeNull();
    expect(arrowTo(board, 0, "ArrowUp", true)).toBe(2);
    expect(arrowTo(board, 0, "ArrowLeft", true)).toBe(1);
    expect(arrowTo(board, 0, "Enter", false)).toBeNull();
  });
});

describe("the line through points", () => {
  it("goes from its first to its last", () => {
    expect(
      span([
        [100, 100],
        [0, 0],
        [50, 50],
      ]),
    ).toEqual([
      [0, 0],
      [100, 100],
    ]);
    expect(
      span([
        [7, 30],
        [7, 10],
        [7, 20],
      ]),
    ).toEqual([
      [7, 10],
      [7, 30],
    ]);
  });

  it("is none where they lie on no line, or are too few", () => {
    expect(
      span([
        [0, 0],
        [50, 0],
        [50, 50],
      ]),
    ).toBeNull();
    expect(
      span([
        [0, 0],
        [50, 0],
      ]),
    ).toBeNull();
  });
});
