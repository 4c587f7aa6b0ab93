import { describe, expect, it } from "vitest";
import type { Piece, Scene } from "../lib/types";
import { piece } from "./fixtures";
import { type Actor, Cast, type Change, changeBetween } from "./motion";

const by = (...steps: number[]): Change => ({ steps, falls: {} });
const on = (actors: Actor[], cell: number): Actor =>
  actors.find((actor) => actor.piece.cell === cell) as Actor;

/** The actors before and after a change. */
function cast(before: Piece[], after: Piece[], change: Change | null) {
  const company = new Cast();
  return [company.show(before, null), company.show(after, change)] as const;
}

describe("pieces of positions that follow each other", () => {
  it("stay the same where nothing happened to them", () => {
    const [before, after] = cast([piece(1), piece(2, 1)], [piece(1), piece(2, 1)], null);
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });
  it("stay the same when only their texts and signs change", () => {
    const [before, after] = cast(
      [piece(1, 0, { text: "16" })],
      [piece(1, 0, { text: "9", signs: ["done"] })],
      null,
    );
    expect(on(after, 1).key).toBe(on(before, 1).key);
  });
  it("move along the way of the last move, and come last", () => {
    const [before, after] = cast([piece(32), piece(7), piece(28, 1)], [piece(14), piece(7)], by(32, 23, 14));
    expect(on(after, 14)).toMatchObject({ key: on(before, 32).key, way: [32, 23, 14] });
    expect(after.at(-1)).toBe(on(after, 14));
    expect(after.some(({ key }) => key === on(before, 28).key)).toBe(false);
  });
  it("go back the way they came", () => {
    const [before, after] = cast([piece(14)], [piece(32)], by(14, 23, 32));
    expect(on(after, 32)).toMatchObject({ key: on(before, 14).key, way: [14, 23, 32] });
  });
  it("are the same when they are promoted", () => {
    const [before, after] = cast([piece(5)], [piece(1, 0, { symbol: "K", shape: "king" })], by(5, 1));
    expect(on(after, 1).key).toBe(on(before, 5).key);
  });
  it("move although the move names only where they go", () => {
    const unit = { shape: "unit", symbol: "F" } as const;
    const [before, after] = cast(
      [piece(3, 0, unit), piece(9, 1, unit)],
      [piece(8, 0, unit), piece(9, 1, unit)],
      by(8, 9),
    );
    expect(on(after, 8)).toMatchObject({ key: on(before, 3).key, way: [3, 8] });
    expect(on(after, 9).key).toBe(on(before, 9).key);
  });
  it("turn where they are when they change sides", () => {
    const [before, after] = cast([piece(4, 1)], [piece(4, 0), piece(5, 0)], by(5));
    expect(on(after, 4)).toMatchObject({ key: on(before, 4).key, way: [4] });
    expect(on(after, 5).way).toEqual([]);
  });
  it("do not become new neighbours when they are cloned", () => {
    const [before, after] = cast([piece(4)], [piece(4), piece(5)], by(5));
    expect(on(after, 4).key).toBe(on(before, 4).key);
    expect(on(after, 5).key).not.toBe(on(before, 4).key);
  });
  it("fall from above where others stand for their cell", () => {
    const [, after] = cast([], [piece(3)], { steps: [3], falls: { 3: 38 } });
    expect(on(after, 3).way).toEqual([38, 3]);
  });
  it("are told from what stands on an area of the same number", () => {
    const [before, after] = cast([piece(1, 0, { shape: "box" })], [piece(1, 0, { shape: "edge" })], by(1));
    expect(after[0]?.key).not.toBe(before[0]?.key);
  });
  it("move nowhere between positions that do not follow each other", () => {
    const [before, after] = cast([piece(1)], [piece(2)], null);
    expect(after[0]?.key).not.toBe(before[0]?.key);
  });
});

describe("the change between two scenes", () => {
  const scene = (ply: number, steps: (number | string)[] | null, aliases: Record<string, number> = {}) =>
    ({ game: "g", ply, last: steps && { move: "", steps }, aliases }) as unknown as Scene;

  it("is the last move, and backwards the move taken back", () => {
    expect(changeBetween(scene(1, [9]), scene(2, [3, "pass", 4]))?.steps).toEqual([3, 4]);
    expect(changeBetween(scene(2, [3, 4]), scene(1, [9]))?.steps).toEqual([4, 3]);
  });
  it("is none between other scenes", () => {
    expect(changeBetween(scene(1, [9]), scene(3, [3]))).toBeNull();
    expect(changeBetween(scene(1, [9]), scene(1, [9]))).toBeNull();
    expect(changeBetween({ ...scene(1, [9]), game: "other" }, scene(2, [3]))).toBeNull();
  });
  it("knows from where stones fall, forwards only", () => {
    const before = scene(1, [9], { "14": 7, "35": 7, "21": 7 });
    expect(changeBetween(before, scene(2, [7]))?.falls).toEqual({ 7: 35 });
    expect(changeBetween(scene(2, [7]), before)?.falls).toEqual({});
  });
});
