import { expect, it } from "vitest";
import type { GameInfo } from "../lib/types";
import { ANY, fitting } from "./shelf";

const game = (
  name: string,
  minutes: number,
  difficulty: GameInfo["difficulty"],
  board: GameInfo["board"],
): GameInfo => ({ name, minutes, difficulty, board }) as GameInfo;

const games = [
  game("a", 5, 1, "squares"),
  game("b", 15, 2, "hexes"),
  game("c", 30, 3, "lines"),
  game("d", 0, 0, "squares"),
];
const names = (wish: Parameters<typeof fitting>[1]) => fitting(games, wish).map((one) => one.name);

it("has all games where nothing matters", () => {
  expect(names(ANY)).toEqual(["a", "b", "c", "d"]);
});

it("leaves out what does not fit, but not what nobody has said", () => {
  expect(names({ ...ANY, minutes: "short" })).toEqual(["a", "d"]);
  expect(names({ ...ANY, minutes: "middle", difficulty: "2" })).toEqual(["b", "d"]);
  expect(names({ ...ANY, difficulty: "3", board: "lines" })).toEqual(["c"]);
  expect(names({ ...ANY, minutes: "long", board: "hexes" })).toEqual([]);
});
