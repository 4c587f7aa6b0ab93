import { expect, it } from "vitest";
import { linked, pageAt, pages } from "./pages";

it("are found by their names, and nothing else is", () => {
  expect(pageAt("rules")).toBe(pages.rules);
  for (const name of ["nowhere", "", "toString"]) expect(pageAt(name)).toBeUndefined();
});

it("stand under links that there are, but for the reader's own", () => {
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
  const { me, games, ...others } = pages;
  expect([me.link, games.link]).toEqual([null, null]);
  for (const { link } of Object.values(others)) expect(linked).toContain(link);
});
