import { expect, it } from "vitest";
import { areaPath, dotsOf, linePath, plyAt } from "./graph";

const frame = { width: 100, height: 50 };

it("puts a certain win of the first side at the top", () => {
  expect(dotsOf([0.5, 1, 0], frame)).toEqual([
    { ply: 0, value: 0.5, x: 0, y: 25 },
    { ply: 1, value: 1, x: 50, y: 0 },
    { ply: 2, value: 0, x: 100, y: 50 },
  ]);
});

it("leaves out what is not known, and keeps the rest in place", () => {
  expect(dotsOf([null, 0.5, null, null, 0.5], frame).map((dot) => dot.x)).toEqual([25, 100]);
});

it("draws a line and the area to the level of an even game", () => {
  const dots = dotsOf([1, 0], frame);
  expect(linePath(dots)).toBe("M0 0L100 50");
  expect(areaPath(dots, frame)).toBe("M0 0L100 50L100 25L0 25Z");
  expect(areaPath(dots.slice(0, 1), frame)).toBe("");
});

it("draws a game without moves", () => {
  expect(dotsOf([0.5], frame)).toEqual([{ ply: 0, value: 0.5, x: 0, y: 25 }]);
});

it("finds the ply under the pointer, within the game", () => {
  expect([-0.2, 0, 0.49, 0.51, 1, 1.4].map((share) => plyAt(share, 1))).toEqual([0, 0, 0, 1, 1, 1]);
  expect(plyAt(0.5, 0)).toBe(0);
});
