// The person that this browser is one of: asked for once, and followed by whatever shows it.

import { api } from "./api";
import { Observed } from "./observed";
import { parseSpec } from "./spec";
import type { GameRating, Me } from "./types";

export const GUEST: Me = { name: null, has_key: false, ratings: [], puzzles: {} };

const known = new Observed<Me | null>(null);
let asked: Promise<Me> | null = null;

/** The person as far as is known; a guest before that. */
export const me = (): Me => known.value ?? GUEST;

/** Have the person known, by now or anew, as after a game; a guest where the server does not say. */
export function askMe(anew = false): Promise<Me> {
  if (anew || !asked) {
    asked = api.me().catch(() => GUEST);
    void asked.then(setMe);
  }
  return asked;
}

export function setMe(found: Me): void {
  known.value = found;
}

/** The rating of the person in a game, by its spec or its name; undefined before the first rated game. */
export const ratingIn = (game: string): GameRating | undefined =>
  me().ratings.find((one) => one.game === parseSpec(game).name);
