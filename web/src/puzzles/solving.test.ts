import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import * as thoughts from "../lib/thoughts";
import type { PuzzleResult, PuzzleTask, Scene, Thought } from "../lib/types";
import { Solving } from "./solving.svelte";

const scene = (ply: number) => ({ ply }) as Scene;
const task = {
  number: 3,
  game: "a",
  moves: ["x", "y"],
  scene: scene(2),
  rating: 900,
} as unknown as PuzzleTask;
const result = (more: Partial<PuzzleResult>): PuzzleResult => ({
  right: false,
  counted: true,
  reply: null,
  line: null,
  before: null,
  after: null,
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, "scenes").mockResolvedValue([0, 1, 2, 3, 4].map(scene));
  vi.spyOn(api, "me").mockResolvedValue({ name: null, has_key: false, ratings: [], puzzles: {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("may be tried again after a wrong answer, and plays out the line of a right one", async () => {
  const solving = new Solving(task);
  const answer = vi.spyOn(api, "answerPuzzle").mockResolvedValue(result({ before: 1000, after: 900 }));
  expect(await solving.answer("b")).toBe(false);
  expect([solving.phase, solving.waits, solving.rated]).toEqual([
    "wrong",
    true,
    { before: 1000, after: 900 },
  ]);
  answer.mockResolvedValue(result({ right: true, counted: false, line: ["c", "d"] }));
  const right = solving.answer("c");
  await vi.advanceTimersByTimeAsync(100);
  expect([solving.phase, solving.waits, solving.scene.ply]).toEqual(["right", false, 3]);
  await vi.advanceTimersByTimeAsync(900);
  expect(solving.scene.ply).toBe(4);
  await vi.advanceTimersByTimeAsync(900);
  expect(await right).toBe(true);
  expect(solving.rated).toEqual({ before: 1000, after: 900 });
  await solving.answer("c"); // it is answered already
  expect(answer).toHaveBeenCalledTimes(2);
});

it("shows how a wrong move is answered, and waits for no move before it is back", async () => {
  const solving = new Solving(task);
  vi.spyOn(api, "answerPuzzle").mockResolvedValue(result({}));
  vi.spyOn(api, "scene").mockResolvedValue({ ...scene(3), end: null });
  const think = vi.spyOn(thoughts, "lastThought").mockResolvedValue({ pv: ["r"] } as unknown as Thought);
  await solving.answer("b");
  void solving.refute();
  await vi.advanceTimersByTimeAsync(100);
  expect(think.mock.lastCall?.[0]).toEqual({ game: "a", moves: ["x", "y", "b"] });
  expect([solving.scene.ply, solving.waits]).toEqual([3, false]);
  await vi.advanceTimersByTimeAsync(900);
  expect([solving.scene.ply, solving.waits]).toEqual([4, false]);
  await vi.advanceTimersByTimeAsync(2700);
  expect([solving.scene, solving.waits]).toEqual([task.scene, true]);
});

it("asks for the next best move after the opponent's answer, and ends with the last one", async () => {
  const solving = new Solving(task);
  vi.spyOn(api, "scene").mockImplementation(async ({ moves }) => scene((moves ?? []).length));
  const answer = vi.spyOn(api, "answerPuzzle").mockResolvedValue(result({ right: true, reply: "r" }));
  const answered = solving.answer("c");
  await vi.waitFor(() => expect([solving.scene.ply, solving.waits]).toEqual([3, false]));
  vi.advanceTimersByTime(1000);
  expect(await answered).toBe(true);
  expect([solving.scene.ply, solving.found, solving.phase, solving.waits]).toEqual([4, 1, "find", true]);
  vi.spyOn(api, "scenes").mockResolvedValue([0, 1, 2, 3, 4, 5].map(scene));
  answer.mockResolvedValue(result({ right: true, line: ["c", "r", "d"] }));
  void solving.answer("d");
  await vi.advanceTimersByTimeAsync(100);
  expect(answer.mock.lastCall).toEqual([3, { move: "d", found: 1 }]);
  expect([solving.phase, solving.scene.ply]).toEqual(["right", 5]);
});

it("shows to who gives up the move that is asked for, not one that was found", async () => {
  const solving = new Solving(task);
  solving.found = 1;
  vi.spyOn(api, "answerPuzzle").mockResolvedValue(result({ line: ["c", "r", "d"] }));
  void solving.answer(null);
  await vi.advanceTimersByTimeAsync(100);
  expect([solving.phase, solving.shown]).toEqual(["shown", "d"]);
});

it("shows a hint, then the move, and what that costs", async () => {
  const solving = new Solving(task);
  const told = { cells: [4], move: null, before: 1000, after: 950 };
  const ask = vi.spyOn(api, "hintPuzzle").mockResolvedValue(told);
  await solving.askHint();
  expect([solving.hint?.cells, solving.rated?.after, solving.waits]).toEqual([[4], 950, true]);
  ask.mockResolvedValue({ ...told, move: "c", before: null, after: null });
  await solving.askHint();
  expect(ask.mock.calls.map(([, wanted]) => wanted.whole)).toEqual([false, true]);
  expect([solving.hint?.move, solving.rated?.after]).toEqual(["c", 950]);
});

it("is shown to who gives up", async () => {
  const solving = new Solving(task);
  vi.spyOn(api, "answerPuzzle").mockResolvedValue(result({ line: ["c"] }));
  void solving.answer(null);
  await vi.advanceTimersByTimeAsync(100);
  expect([solving.phase, solving.result?.line]).toEqual(["shown", ["c"]]);
});

it("stays as it is where the server does not answer", async () => {
  const solving = new Solving(task);
  vi.spyOn(api, "answerPuzzle").mockRejectedValue(new Error("gone"));
  await solving.answer("b");
  expect([solving.phase, solving.waits, solving.fault]).toEqual(["find", true, "gone"]);
});
