// The forms of a game that people know, as values of its parameters.

import { parseSpec } from "../lib/spec";
import type { GameInfo, Parameter } from "../lib/types";

export type Values = Record<string, string>;

const full = (values: Values, parameters: readonly Parameter[]): string[] =>
  parameters.map((one) => values[one.name] ?? one.default);

/** The number of the preset that some values amount to; -1 if there is none. */
export function presetOf({ presets, parameters }: GameInfo, values: Values): number {
  const wanted = full(values, parameters).join();
  return presets.findIndex((one) => full(one.values, parameters).join() === wanted);
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
