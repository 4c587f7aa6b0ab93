// The games that fit what one is looking for.

import type { GameInfo } from "../lib/types";

export type Length = "short" | "middle" | "long";

/** What a game has to be like; `any` where that does not matter. */
export interface Wish {
  minutes: Length | "any";
  difficulty: "1" | "2" | "3" | "any";
  board: GameInfo["board"] | "any";
}

export const ANY: Readonly<Wish> = { minutes: "any", difficulty: "any", board: "any" };

export const lengthOf = (minutes: number): Length =>
  minutes <= 5 ? "short" : minutes <= 15 ? "middle" : "long";

/** The games that fit, in their order; what nobody has said of a game fits everything. */
export function fitting(games: readonly GameInfo[], wish: Wish): GameInfo[] {
  return games.filter(
    ({ minutes, difficulty, board }) =>
      (wish.minutes === "any" || minutes === 0 || lengthOf(minutes) === wish.minutes) &&
      (wish.difficulty === "any" || difficulty === 0 || String(difficulty) === wish.difficulty) &&
      (wish.board === "any" || board === wish.board),
  );
}
