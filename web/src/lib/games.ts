// What the server knows of a game: its facts, and its board.

import { api } from "./api";
import type { Board, GameInfo } from "./types";

export interface KnownGame {
  board: Board;
  /** Undefined for a game that is not on the server's shelf. */
  info: GameInfo | undefined;
}

/** The game of a spec among these; undefined if it is none of them. */
export const infoOf = (games: readonly GameInfo[], spec: string): GameInfo | undefined =>
  games.find((one) => one.name === spec.split(":")[0]);

/** Ask for the board of a game, and what is known of it; an ApiError for a spec that the server refuses. */
export async function askGame(spec: string): Promise<KnownGame> {
  const [board, games] = await Promise.all([api.board(spec), api.games()]);
  return { board, info: infoOf(games, spec) };
}
