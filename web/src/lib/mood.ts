// What the end of a game is to somebody who has played in it, or has not.

import type { End, Side } from "./types";

/** `over` is for who plays both sides or none, or where nobody knows. */
export type Mood = "won" | "lost" | "drawn" | "over";

export function moodOf(outcome: End["outcome"], yours: readonly Side[]): Mood {
  if (outcome === 0) return "drawn";
  if (outcome === null || yours.length !== 1) return "over";
  return outcome > 0 === (yours[0] === 0) ? "won" : "lost";
}
