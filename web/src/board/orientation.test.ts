import { expect, it } from "vitest";
import type { Board, Scene } from "../lib/types";
import { bottomOf, lower } from "./orientation";

const board = {
  cells: [0, 1, 2, 3, 4, 5].map((y) => ({ name: "", x: 0, y, outline: [] })),
} as unknown as Board;
const scene = (...at: [cell: number, side: 0 | 1][]) =>
  ({ pieces: at.map(([cell, side]) => ({ cell, side, shape: "disc" })) }) as Scene;

it("has a lower side where one begins below the other", () => {
  expect(lower(board, scene([5, 0], [4, 0], [0, 1], [1, 1]))).toBe(0);
  expect(lower(board, scene([0, 0], [5, 1]))).toBe(1);
});

it("has none where both begin in the middle, or without pieces", () => {
  expect(lower(board, scene([2, 0], [3, 0], [2, 1], [3, 1]))).toBeNull();
  expect(lower(board, scene())).toBeNull();
  expect(lower(board, scene([5, 0]))).toBeNull();
});

it("is seen from the side of its only player, and else from the first", () => {
  expect([bottomOf([], false), bottomOf([0, 1], false), bottomOf([0], false), bottomOf([1], false)]).toEqual([
    0, 0, 0, 1,
  ]);
  expect([bottomOf([], true), bottomOf([1], true)]).toEqual([1, 0]);
});
