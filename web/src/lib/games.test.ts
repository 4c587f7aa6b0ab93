import { expect, it } from "vitest";
import { infoOf } from "./games";
import type { GameInfo } from "./types";

const games = [{ name: "rows" }, { name: "discs" }] as GameInfo[];

it("finds the game of a spec, whatever its parameters", () => {
  expect(infoOf(games, "discs")).toBe(games[1]);
  expect(infoOf(games, "rows:k=4")).toBe(games[0]);
  expect(infoOf(games, "row")).toBeUndefined();
});
