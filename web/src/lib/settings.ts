// What a reader has chosen, kept in the browser; where nothing can be kept it holds until the page is left.

import { Observed } from "./observed";

const PREFIX = "nupp.";

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the choice lives as long as the page.
  }
}

/** A choice under a name; what is found there counts only if `valid` says so. */
export class Setting<T> extends Observed<T> {
  readonly #name: string;

  constructor(name: string, initial: T, valid: (value: unknown) => value is T) {
    const kept = read(name);
    super(valid(kept) ? kept : initial);
    this.#name = name;
  }

  override get value(): T {
    return super.value;
  }

  override set value(value: T) {
    super.value = value;
    write(this.#name, value);
  }
}

/** A guard for one of some words. */
export function oneOf<T extends string>(...words: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => words.includes(value as T);
}

export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

export const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** A guard for an object with any fields; those who read it check each. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type Theme = "system" | "light" | "dark";

/** Light, dark, or as the system has it. */
export const theme = new Setting<Theme>("theme", "system", oneOf("system", "light", "dark"));

/** Whether moves are heard. */
export const sound = new Setting<boolean>("sound", true, isBoolean);

const isText = (value: unknown): value is string => typeof value === "string";

/** The name of the game that was begun last; empty before the first. */
export const lastGame = new Setting<string>("game", "", isText);

/** The last choices in the form of a new game, by the name of the game. */
export const choices = new Setting<Record<string, unknown>>("choices", {}, isRecord);

/** Whether the thoughts of the machine that the reader plays are unfolded. */
export const thoughts = new Setting<boolean>("thoughts", false, isBoolean);
