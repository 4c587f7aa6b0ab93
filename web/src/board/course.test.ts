import { describe, expect, it } from "vitest";
import { courseOf, takenBy } from "./course";
import { piece, position } from "./fixtures";

/** The first side on cells 0 and 1, the second on 5 and 6. */
const board = position([], null, { pieces: [piece(0), piece(1), piece(5, 1), piece(6, 1)] });

describe("the course of a move", () => {
  it("is the way of a piece", () => {
    expect(courseOf(board, [0, 2, 3])).toEqual({ way: [0, 2, 3], placed: [], taken: [] });
  });
  it("ends where a piece takes what it goes to", () => {
    expect(courseOf(board, [0, 5])).toEqual({ way: [0, 5], placed: [], taken: [] });
  });
  it("has no way where a piece is put down, also if it takes another", () => {
    expect(courseOf(board, [3])).toEqual({ way: [], placed: [3], taken: [] });
    expect(courseOf(board, [3, 6])).toEqual({ way: [], placed: [3], taken: [6] });
  });
  it("knows the way of a piece from the piece that is taken after it", () => {
    expect(courseOf(board, [0, 2, 6])).toEqual({ way: [0, 2], placed: [], taken: [6] });
  });
  it("knows the way of a piece from what it puts on a free cell", () => {
    const carrying = { ...board, staging: { mover: null, carries: 1 } };
    expect(courseOf(carrying, [0, 2, 4])).toEqual({ way: [0, 2], placed: [4], taken: [] });
    expect(courseOf(carrying, [0, 2, 0])).toEqual({ way: [0, 2], placed: [0], taken: [] });
  });
  it("has no way where the piece to move stays on its cell", () => {
    const moving = { ...board, staging: { mover: 0, carries: 1 } };
    expect(courseOf(moving, [0])).toEqual({ way: [], placed: [0], taken: [] });
    expect(courseOf(moving, [2, 6])).toEqual({ way: [0, 2], placed: [], taken: [6] });
  });
  it("is nothing for a word", () => {
    expect(courseOf(board, ["pass"])).toEqual({ way: [], placed: [], taken: [] });
  });
});

describe("what the last move took", () => {
  const took = (...steps: number[]) => takenBy({ ...board, last: { move: "", steps } });

  it("are the free cells after that on which it ended", () => {
    expect(took(5, 3)).toEqual([3]);
    expect(took(2, 5, 3)).toEqual([3]);
  });
  it("is nothing where it ended with its last step", () => {
    expect(took(2, 5)).toEqual([]);
    expect(took(5)).toEqual([]);
    expect(takenBy(board)).toEqual([]);
  });
});
