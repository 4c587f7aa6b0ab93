import { expect, it } from "vitest";
import type { RecordedRow } from "../lib/types";
import { LESSONS } from "./lessons";

const row = (more: object): RecordedRow => ({ row: 1, ply: 1, ...more }) as unknown as RecordedRow;

it("has eight lessons, each with a search and words of its own", () => {
  expect(LESSONS).toHaveLength(8);
  expect(new Set(LESSONS.map((one) => one.title)).size).toBe(8);
});

it("knows a right answer from a wrong one", () => {
  const [minimax, , order, table, , , proofs] = LESSONS;
  const move = (score: number, name = "2") => row({ move: name, alphabeta: { score } });
  const reply = row({ ply: 2, alphabeta: { score: -9 } });
  expect(minimax?.isRight(reply, [], move(-9))).toBe(true);
  expect(minimax?.isRight(reply, [], move(-12))).toBe(false);
  expect(minimax?.isRight(reply, [], move(-9, "3"))).toBe(false);
  expect(order?.isRight(row({ alphabeta: { cause: "cut", searched: 2 } }), [])).toBe(false);
  expect(table?.isRight(row({ alphabeta: { cause: "table" } }), [])).toBe(true);
  expect(proofs?.isRight(row({ proof: { proof: 0, attacking: true } }), [])).toBe(false);
  expect(proofs?.isRight(row({ proof: { proof: 0, attacking: false } }), [])).toBe(true);
});

it("wants the reply that caused a cut-off, the last one below it", () => {
  const cuts = LESSONS[1];
  const replies = [row({ row: 4, ply: 2 }), row({ row: 9, ply: 2 })];
  const answers = (cause: string) =>
    replies.map((one) => cuts?.isRight(one, replies, row({ move: "2", alphabeta: { cause } })));
  expect(answers("cut")).toEqual([false, true]);
  expect(answers("searched")).toEqual([false, false]);
});

it("compares a move with its siblings", () => {
  const moves = [0.4, 0.9, 0.2].map((exploration, n) =>
    row({ row: n + 1, simulations: { visits: 9 - n, terms: { exploration } } }),
  );
  const right = LESSONS.map((one) => moves.map((move) => one.isRight(move, moves)));
  expect(right[5]).toEqual([false, true, false]);
  expect(right[7]).toEqual([true, false, false]);
});
