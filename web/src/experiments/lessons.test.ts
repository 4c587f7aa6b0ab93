import { expect, it } from "vitest";
import type { RecordedRow } from "../lib/types";
import { LESSONS } from "./lessons";

const row = (more: object): RecordedRow => ({ row: 1, ply: 1, ...more }) as unknown as RecordedRow;

it("has eight lessons, each with a search and words of its own", () => {
  expect(LESSONS).toHaveLength(8);
  expect(new Set(LESSONS.map((one) => one.title)).size).toBe(8);
});

it("knows a right answer from a wrong one", () => {
  const [minimax, cuts, order, table] = LESSONS;
  expect(minimax?.isRight(row({ ply: 2, alphabeta: { cause: "final" } }), [])).toBe(true);
  expect(minimax?.isRight(row({ ply: 2, alphabeta: { cause: "leaf" } }), [])).toBe(false);
  expect(cuts?.isRight(row({ alphabeta: { left_out: 2 } }), [])).toBe(false);
  expect(cuts?.isRight(row({ alphabeta: { left_out: 3 } }), [])).toBe(true);
  expect(order?.isRight(row({ alphabeta: { cause: "cut", searched: 2 } }), [])).toBe(false);
  expect(table?.isRight(row({ alphabeta: { cause: "table" } }), [])).toBe(true);
});

it("compares a move with its siblings", () => {
  const moves = [0.4, 0.9, 0.2].map((exploration, n) =>
    row({ row: n + 1, simulations: { visits: 9 - n, terms: { exploration } } }),
  );
  const right = LESSONS.map((one) => moves.map((move) => one.isRight(move, moves)));
  expect(right[5]).toEqual([false, true, false]);
  expect(right[7]).toEqual([true, false, false]);
});
