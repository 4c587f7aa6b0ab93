import { expect, it } from "vitest";
import { parentsOf, pathTo, placeOf, visibleRows } from "./outline";

// 0 ── 1 ── 2      4 ── 5
//   └─ 3             └─ 6
const sizes = [4, 2, 1, 1, 3, 1, 1];

it("finds the row above each", () => {
  expect([...parentsOf(sizes)]).toEqual([-1, 0, 1, 0, -1, 4, 4]);
  expect(pathTo(parentsOf(sizes), 2)).toEqual([0, 1, 2]);
});

it("shows what is open", () => {
  const open = new Set([0]);
  const shown = () => visibleRows(sizes, (row) => open.has(row), null);
  expect(shown()).toEqual([0, 1, 3, 4]);
  open.add(1);
  expect(shown()).toEqual([0, 1, 2, 3, 4]);
  open.delete(0);
  expect(shown()).toEqual([0, 4]);
});

it("shows a subtree alone, its first row open", () => {
  expect(visibleRows(sizes, () => false, 0)).toEqual([0, 1, 3]);
  expect(visibleRows(sizes, () => true, 4)).toEqual([4, 5, 6]);
});

it("finds places in long lists", () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => 2 * n);
  expect(placeOf(rows, 1000)).toBe(500);
  expect(placeOf(rows, 1001)).toBe(501);
  expect(placeOf([], 3)).toBe(0);
});

it("draws a hundred thousand open rows in a few milliseconds", () => {
  const deep = Array.from({ length: 100_000 }, (_, n) => (n % 10 === 0 ? 10 : 1));
  const began = performance.now();
  expect(visibleRows(deep, () => true, null)).toHaveLength(100_000);
  expect(parentsOf(deep)).toHaveLength(100_000);
  expect(performance.now() - began).toBeLessThan(500);
});
