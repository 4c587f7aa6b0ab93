import { describe, expect, it } from "vitest";
import type { Standing } from "../lib/types";
import { barsOf, gamesOf, orderOf, points } from "./standing";

const rating = (player: string, elo: number, error: number) => ({
  player,
  elo,
  low: elo - error,
  high: elo + error,
  score: 0.5,
  games: 10,
});

const standing = (players: string[], ratings: Standing["ratings"]): Standing => ({
  games: 6,
  played: 3,
  players,
  crosstable: [],
  ratings,
  latest: [],
});

it("counts a draw as half a point", () => {
  expect(points([3, 1, 2])).toEqual({ points: 3.5, games: 6 });
});

describe("bars", () => {
  it("lie on a scale from the lowest to the highest end", () => {
    const [best, worst] = barsOf([rating("a", -100, 50), rating("b", 100, 100)]);
    expect(best).toMatchObject({ player: "b", from: 150 / 350, at: 250 / 350, to: 1 });
    expect(worst).toMatchObject({ player: "a", from: 0, to: 100 / 350 });
  });

  it("go to the edge where they have no end", () => {
    const open = { ...rating("a", 50, 10), high: null };
    expect(barsOf([open, rating("b", 0, 0)])).toMatchObject([
      { player: "a", from: 40 / 50, at: 1, to: 1 },
      { player: "b", from: 0, to: 0 },
    ]);
  });

  it("stand in the middle where there is no scale", () => {
    expect(barsOf([rating("a", 0, 0)])).toMatchObject([{ at: 0.5, from: 0.5, to: 0.5 }]);
    expect(barsOf([])).toEqual([]);
  });
});

it("orders by rating, and players without one last as they were named", () => {
  const found = standing(["a", "b", "c", "d"], [rating("c", 40, 1), rating("b", 90, 1)]);
  expect(orderOf(found)).toEqual([1, 2, 0, 3]);
});

it("counts the games of all pairs, or of the first against the rest", () => {
  expect(gamesOf(4, 10, false)).toBe(60);
  expect(gamesOf(4, 10, true)).toBe(30);
});
