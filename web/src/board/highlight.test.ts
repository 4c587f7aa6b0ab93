import { expect, it } from "vitest";
import { heatOf } from "./highlight";

it("counts moves at the cells where they end, as shares of the most visited", () => {
  const heat = heatOf([
    { steps: [1, 7], visits: 30 },
    { steps: [2, 7], visits: 10 },
    { steps: [3, "x"], visits: 20 },
    { steps: ["pass"], visits: 99 },
    { steps: [4], visits: 0 },
  ]);
  expect([...heat]).toEqual([
    [7, 1],
    [3, 0.5],
  ]);
});
