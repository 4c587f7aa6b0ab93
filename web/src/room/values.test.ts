import { expect, it } from "vitest";
import { graphOf, RoomValues } from "./values";

it("values are kept by ply, also for who comes again", () => {
  const values = new RoomValues("a");
  expect(values.after(["x", "y"])).toEqual([]);
  expect(values.with(1, 0.4)).toEqual([null, 0.4]);
  expect(values.with(2, 0.7)).toEqual([null, 0.4, 0.7]);
  expect(new RoomValues("a").after(["x", "y", "z"])).toEqual([null, 0.4, 0.7]);
  expect(new RoomValues("b").after(["x", "y"])).toEqual([]);
});

it("those of positions that a takeback has undone are forgotten", () => {
  const values = new RoomValues("c");
  values.after(["x", "y", "z"]);
  values.with(1, 0.1);
  values.with(3, 0.3);
  expect(values.after(["x", "y"])).toEqual([null, 0.1, null]);
  expect(values.after(["x", "q"])).toEqual([null, 0.1]);
  expect(new RoomValues("c").after(["x", "q", "z"])).toEqual([null, 0.1]);
});

it("what was kept of another kind is passed by", () => {
  expect(new RoomValues("").after([])).toEqual([]);
});

it("are drawn for each position, the end of the game among them", () => {
  expect(graphOf([0.5, null], 2, null)).toEqual([0.5, null, null]);
  expect(graphOf([0.5], 2, -1)).toEqual([0.5, null, 0]);
});
