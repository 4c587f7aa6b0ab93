import { expect, it } from "vitest";
import { linked, pageAt, pages } from "./pages";

it("are found by their names, and nothing else is", () => {
  expect(pageAt("rules")).toBe(pages.rules);
  for (const name of ["nowhere", "", "toString"]) expect(pageAt(name)).toBeUndefined();
});

it("stand under links that there are", () => {
  expect(linked).toEqual([
    "lobby",
    "puzzles",
    "rules",
    "analysis",
    "course",
    "studies",
    "tournaments",
    "experiments",
  ]);
  for (const { link } of Object.values(pages)) expect(linked).toContain(link);
});
