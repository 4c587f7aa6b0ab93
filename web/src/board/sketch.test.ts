import { expect, it, vi } from "vitest";
import type { DrawnShape } from "../lib/types";
import { arrowsOf, Sketch, toggled } from "./sketch.svelte";

const green = (...cells: number[]): DrawnShape => ({ cells, colour: "green" });

it("draws once, removes the same, and recolours", () => {
  const one = toggled([], green(1, 2));
  expect(one).toEqual([green(1, 2)]);
  expect(toggled(one, green(2, 1))).toHaveLength(2);
  expect(toggled(one, green(1, 2))).toEqual([]);
  expect(toggled(one, { cells: [1, 2], colour: "red" })).toEqual([{ cells: [1, 2], colour: "red" }]);
});

it("makes an arrow of two cells and a circle of one chosen twice", () => {
  const drawn = vi.fn();
  const sketch = new Sketch(drawn);
  for (const cell of [3, 5, 4, 4]) sketch.choose(cell);
  expect(drawn.mock.calls).toEqual([[green(3, 5)], [green(4)]]);
  sketch.choose(3);
  sketch.toggle();
  expect(sketch.from).toBeNull();
});

it("shows drawings as arrows of their colours", () => {
  expect(arrowsOf([green(1, 2)])).toEqual([{ steps: [1, 2], tone: "green", weight: 0.6 }]);
});
