import { expect, it } from "vitest";
import type { MoveAnalysis } from "../lib/types";
import { MARKS, reasonOf, summaryOf } from "./summary";

const analysed = (side: 0 | 1, verdict: MoveAnalysis["verdict"], loss: number): MoveAnalysis => ({
  number: 1,
  side,
  move: "a1",
  verdict,
  loss,
  before: 0.5,
  after: 0.5 - loss,
  best: "b2",
  line: ["b2"],
  score: null,
  hint: [],
});

it("counts each side by itself", () => {
  const all = [analysed(0, "best", 0), analysed(1, "blunder", 0.4), analysed(0, "mistake", 0.12)];
  expect(summaryOf(all, 0)).toEqual({
    moves: 2,
    verdicts: { best: 1, good: 0, inaccuracy: 0, mistake: 1, blunder: 0 },
    meanLoss: 0.06,
  });
  expect(summaryOf(all, 1).meanLoss).toBe(0.4);
});

it("knows no mean of no moves", () => {
  expect(summaryOf([], 0).meanLoss).toBeNull();
});

it("marks faults only", () => {
  expect(Object.values(MARKS)).toEqual(["", "", "?!", "?", "??"]);
});

it("the reason of a fault does not say again which move it is", () => {
  const fault = { message: "move 17: 'a9' is no cell", ply: 16, text: "a9" };
  expect(reasonOf(fault)).toBe("'a9' is no cell");
  expect(reasonOf({ ...fault, message: "line 3: no move" })).toBe("line 3: no move");
});
