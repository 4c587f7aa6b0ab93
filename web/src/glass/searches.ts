// The searches that can be looked into, and their parts as switches.

import type { PlainKey } from "../lib/i18n";
import type { AlphaBetaFacts, Budget, RecordedRow } from "../lib/types";

/** How a score is written that is the value of a node, or the least or the most that it can be. */
export const BOUNDS: Record<AlphaBetaFacts["known"], string> = { value: "", least: "≥ ", most: "≤ " };

/** What a row is worth to the side to move at the start, in a text; empty where the search has no values. */
export function worthOf({ alphabeta, simulations }: RecordedRow): string {
  if (alphabeta) return BOUNDS[alphabeta.known] + alphabeta.score_text;
  return simulations?.mean?.toFixed(2) ?? "";
}

/** The most rows of a record. */
export const ROWS = 120_000;

export type Algorithm = "minimax" | "alphabeta" | "uct" | "puct" | "proofnumber";

/** The switches of alpha-beta: the parameters that each sets where it is off. */
export const PARTS = {
  table: ["table", "0"],
  order: ["killers", "false"],
  history: ["history", "false"],
  pvs: ["pvs", "false"],
  iterative: ["iterative", "false"],
  aspiration: ["aspiration", "false"],
  quiescence: ["quiescence", "0"],
} as const;

export type Part = keyof typeof PARTS;
export const ALL_PARTS = Object.keys(PARTS) as Part[];

export interface Wanted {
  algorithm: Algorithm;
  /** The parts of alpha-beta that are on. */
  parts: Part[];
  depth: number;
  /** Late move reductions: 0 for none. */
  reductions: number;
  simulations: number;
  exploration: number;
  rave: number;
  implicit: number;
  nodes: number;
}

export const USUAL: Wanted = {
  algorithm: "alphabeta",
  parts: ALL_PARTS,
  depth: 4,
  reductions: 0,
  simulations: 2000,
  exploration: 0.7,
  rave: 0,
  implicit: 0,
  nodes: 50_000,
};

export const ALGORITHMS: Record<Algorithm, PlainKey> = {
  minimax: "player.minimax",
  alphabeta: "player.alphabeta",
  uct: "player.uct",
  puct: "player.puct",
  proofnumber: "player.proofnumber",
};

export const usesDepth = (algorithm: Algorithm): boolean =>
  algorithm === "minimax" || algorithm === "alphabeta";

/** The spec of the player that searches so. */
export function specOf(wanted: Wanted): string {
  const { algorithm } = wanted;
  if (algorithm === "minimax") return `minimax:depth=${wanted.depth}`;
  if (algorithm === "alphabeta") {
    const off = ALL_PARTS.filter((part) => !wanted.parts.includes(part)).map((part) => PARTS[part]);
    const values = off.map(([name, value]) => `${name}=${value}`);
    if (wanted.reductions) values.push(`reductions=${wanted.reductions}`);
    return values.length ? `${algorithm}:${values.join(",")}` : algorithm;
  }
  if (algorithm === "uct") {
    const { exploration, rave, implicit } = wanted;
    return `uct:exploration=${exploration},rave=${rave},implicit=${implicit}`;
  }
  return algorithm === "puct" ? `puct:batch=1,exploration=${wanted.exploration}` : algorithm;
}

export function budgetOf(wanted: Wanted): Budget {
  if (usesDepth(wanted.algorithm)) return { depth: wanted.depth, nodes: 3_000_000 };
  return { nodes: wanted.algorithm === "proofnumber" ? wanted.nodes : wanted.simulations };
}

/** The searches whose effort is set beside each other: minimax, then alpha-beta with one part more each time. */
export function ladder(depth: number, usual: Wanted = USUAL): Wanted[] {
  const steps: Part[][] = [
    [],
    ["order", "history"],
    ["order", "history", "table"],
    ["order", "history", "table", "iterative"],
    ["order", "history", "table", "iterative", "pvs"],
    ["order", "history", "table", "iterative", "pvs", "aspiration"],
  ];
  return [
    { ...usual, depth, algorithm: "minimax" },
    ...steps.map((parts) => ({ ...usual, depth, parts, algorithm: "alphabeta" as const })),
  ];
}
