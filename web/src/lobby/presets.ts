// The forms of a game that people know, as values of its parameters.

import { parseSpec } from "../lib/spec";
import type { Parameter } from "../lib/types";

export type Values = Record<string, string>;

export interface Preset {
  /** The values that differ from the defaults. */
  values: Values;
  /** What it is called: the key of a message with its parameters, or a text that is the same everywhere. */
  label: { key: string; params?: Record<string, string | number> } | string;
}

const square = (size: number): string => `${size} × ${size}`;

/** Presets that differ in one parameter, called by the words for its values. */
const words = (parameter: string, ...values: string[]): Preset[] =>
  values.map((value) => ({ values: { [parameter]: value }, label: { key: `word.${parameter}.${value}` } }));

const sizes = (...all: number[]): Preset[] =>
  all.map((size) => ({ values: { size: String(size) }, label: square(size) }));

const rows = (width: number, k: number, exact = false): Preset => ({
  values: { width: String(width), height: String(width), k: String(k), exact: String(exact) },
  label: { key: exact ? "preset.exact" : "preset.row", params: { n: k, size: square(width) } },
});

const men = (count: number, flying = false): Preset => ({
  values: { men: String(count), flying: String(flying) },
  label: { key: flying ? "preset.flying" : "preset.men", params: { n: count } },
});

const drop = (width: number, height: number): Preset => ({
  values: { width: String(width), height: String(height), k: "4", size: "0" },
  label: `${width} × ${height}`,
});

const board = (width: number, height: number): Preset => ({
  values: { width: String(width), height: String(height) },
  label: `${width} × ${height}`,
});

const PRESETS: Readonly<Record<string, readonly Preset[]>> = {
  amazons: sizes(10, 8, 6, 5),
  breakthrough: [board(8, 8), board(6, 6), board(5, 5)],
  connectfour: [drop(7, 6), drop(8, 7), drop(5, 4)],
  dotsandboxes: sizes(3, 4, 5, 7),
  domineering: [board(8, 8), board(6, 6), board(5, 5)],
  draughts: words("variant", "brazilian", "international", "polish8", "russian", "english", "pool"),
  fourinarow: sizes(5, 6, 7, 8, 9),
  hex: sizes(11, 9, 7, 5),
  hexxagon: words("holes", "three", "none"),
  labyrinth: words("map", "cross", "plus", "ring8", "grid3x3", "grid4x4", "path5"),
  lput: [60, 20].map((rounds) => ({
    values: { rounds: String(rounds) },
    label: { key: "preset.rounds", params: { n: rounds } },
  })),
  mnk: [rows(15, 5), rows(15, 5, true), rows(19, 5), rows(10, 5), rows(6, 4)],
  morris: [men(9), men(9, true), men(6), men(12), men(3)],
  othello: sizes(8, 6, 4, 10),
  reversi: sizes(8, 6, 4, 10),
};

/** The presets of a game, the usual one first; none of a game that has but one form. */
export const presetsOf = (game: string): readonly Preset[] => PRESETS[game] ?? [];

const full = (values: Values, parameters: readonly Parameter[]): string[] =>
  parameters.map((one) => values[one.name] ?? one.default);

/** The number of the preset that some values amount to; -1 if there is none. */
export function presetOf(game: string, values: Values, parameters: readonly Parameter[]): number {
  const wanted = full(values, parameters).join();
  return presetsOf(game).findIndex((one) => full(one.values, parameters).join() === wanted);
}

/** The values of a spec, as far as the game has such parameters. */
export function valuesOf(spec: string, parameters: readonly Parameter[]): Values {
  const { values } = parseSpec(spec);
  return Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
