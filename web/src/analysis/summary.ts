// What the analyses of a game come to, and how faults are marked.

import type { Imported, MoveAnalysis, Side } from "../lib/types";

export type Verdict = MoveAnalysis["verdict"];

export const VERDICTS: readonly Verdict[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

/** The usual annotations of faults. */
export const MARKS: Readonly<Record<Verdict, string>> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

/** What is wrong with a move, without the number of the move, which stands beside it. */
export const reasonOf = (fault: NonNullable<Imported["fault"]>): string =>
  fault.message.replace(/^move \d+: */, "");

export interface Summary {
  moves: number;
  verdicts: Record<Verdict, number>;
  /** The mean loss of a move in expected result, 0 to 1; null of no moves. */
  meanLoss: number | null;
}

/** The analyses of a side, counted. */
export function summaryOf(analyses: readonly MoveAnalysis[], side: Side): Summary {
  const own = analyses.filter((one) => one.side === side);
  const count = (verdict: Verdict) => own.filter((one) => one.verdict === verdict).length;
  return {
    moves: own.length,
    verdicts: Object.fromEntries(VERDICTS.map((one) => [one, count(one)])) as Record<Verdict, number>,
    meanLoss: own.length ? own.reduce((sum, one) => sum + one.loss, 0) / own.length : null,
  };
}
