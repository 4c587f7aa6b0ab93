// What the standing of a tournament comes to where it is shown: cells of the crosstable, error bars of ratings.

import type { Standing } from "../lib/types";

/** The points of a player against another, of how many games; a draw is half a point. */
export function points([wins, draws, losses]: readonly [number, number, number]): {
  points: number;
  games: number;
} {
  return { points: wins + draws / 2, games: wins + draws + losses };
}

export interface Bar {
  player: string;
  elo: number;
  /** The ends of the error bar; null where it has none. */
  low: number | null;
  high: number | null;
  /** Where the rating and the ends of its error bar lie, 0 to 1 from left to right. */
  at: number;
  from: number;
  to: number;
}

/** The ratings, the best first, on one scale that holds all their error bars; a bar without an end goes to its edge. */
export function barsOf(ratings: Standing["ratings"]): Bar[] {
  const known = ratings.flatMap(({ elo, low, high }) => [elo, low ?? elo, high ?? elo]);
  const least = Math.min(...known);
  const most = Math.max(...known);
  const place = (elo: number): number => (most > least ? (elo - least) / (most - least) : 0.5);
  return ratings
    .map((one) => ({
      ...one,
      at: place(one.elo),
      from: one.low === null ? 0 : place(one.low),
      to: one.high === null ? 1 : place(one.high),
    }))
    .toSorted((a, b) => b.elo - a.elo);
}

/** The order of the players in the crosstable: the best first, those without a rating last. */
export function orderOf({ players, ratings }: Standing): number[] {
  const elo = (player: number): number =>
    ratings.find((one) => one.player === players[player])?.elo ?? Number.NEGATIVE_INFINITY;
  return players.map((_, n) => n).toSorted((a, b) => (elo(a) === elo(b) ? a - b : elo(b) - elo(a)));
}

/** How many games a tournament has. */
export function gamesOf(players: number, gamesOfPair: number, gauntlet: boolean): number {
  return gamesOfPair * (gauntlet ? players - 1 : (players * (players - 1)) / 2);
}
