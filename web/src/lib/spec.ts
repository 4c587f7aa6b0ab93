// Specs: `name` or `name:key=value,key=value`, which name games and players with their parameters.

import type { Parameter } from "./types";

export interface Spec {
  name: string;
  /** The text of each argument, without the parentheses around a nested spec. */
  values: Record<string, string>;
}

/** The texts between the commas that stand outside of parentheses. */
function split(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Whether one pair of parentheses surrounds all of a text whose parentheses are balanced. */
function enclosed(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  let depth = 0;
  return [...text.slice(0, -1)].every((character) => {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    return depth > 0;
  });
}

/** The parts of a spec; one that is not well formed keeps what can be understood. */
export function parseSpec(text: string): Spec {
  const colon = text.indexOf(":");
  if (colon < 0) return { name: text.trim(), values: {} };
  const values: Record<string, string> = {};
  for (const part of split(text.slice(colon + 1))) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const value = part.slice(equals + 1).trim();
    values[part.slice(0, equals).trim()] = enclosed(value) ? value.slice(1, -1) : value;
  }
  return { name: text.slice(0, colon).trim(), values };
}

const written = (value: string): string => (/[:,=]|^\(/.test(value) ? `(${value})` : value);

/** The shortest text of a spec: parameters in their order, those at their default left out. */
export function formatSpec({ name, values }: Spec, parameters: readonly Parameter[]): string {
  const shown = parameters
    .filter((one) => (values[one.name] ?? "") !== "" && values[one.name] !== one.default)
    .map((one) => `${one.name}=${written(values[one.name] as string)}`);
  return shown.length ? `${name}:${shown.join(",")}` : name;
}

/**
 * What is wrong with a value for a parameter: too `low`, too `high`, no `number`, none of its `words`; or null.
 * The words of a nested spec are only the names that it may begin with.
 */
export function faultOf(parameter: Parameter, value: string): "low" | "high" | "number" | "words" | null {
  if (parameter.kind === "spec") return null;
  if (parameter.words) return parameter.words.includes(value) ? null : "words";
  if (parameter.kind !== "integer" && parameter.kind !== "number") return null;
  const pattern =
    parameter.kind === "integer" ? /^[+-]?\d{1,30}$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
  if (!pattern.test(value)) return "number";
  if (parameter.low !== null && Number(value) < parameter.low) return "low";
  if (parameter.high !== null && Number(value) > parameter.high) return "high";
  return null;
}

/** Whether all values of a spec are such as its parameters allow. */
export function isValid(spec: Spec, parameters: readonly Parameter[]): boolean {
  return parameters.every((one) => faultOf(one, spec.values[one.name] ?? one.default) === null);
}
