import { expect, it } from "vitest";
import { gameHref } from "./exporting";
import { parseRoute } from "./router";

it("puts a game and a ply into a link", () => {
  const { page, query } = parseRoute(gameHref("rows:k=4", "3/3/3 x", ["a1", "b2"], 1));
  expect(page).toBe("analysis");
  expect(Object.fromEntries(query)).toEqual({ game: "rows:k=4", start: "3/3/3 x", moves: "a1 b2", ply: "1" });
});
