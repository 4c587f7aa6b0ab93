// What games, their parameters, sides and players are called in the reader's language.

import { gameWords, translate } from "./i18n";
import { parseSpec } from "./spec";
import type { Character, GameInfo, Parameter, Preset, Side } from "./types";

/** The name of a game; of one that says nothing of itself, the name in its spec. */
export const gameName = (spec: string): string => gameWords(spec)?.name || parseSpec(spec).name;

/** A game with what differs from its usual form, as a reader sees it: its name, then `6 × 6`. */
export function gameTitle(spec: string): string {
  const { name, values } = parseSpec(spec);
  const usual = gameWords(spec)?.usual ?? {};
  const others = Object.entries(values).filter(([key, value]) => usual[key] !== value);
  return [gameName(spec), ...details(name, Object.fromEntries(others))].join(" · ");
}

/** What a form of a game is called. */
export function presetName(game: string, { label, values, counts }: Preset): string {
  if (!label) return details(game, values).join(" · ");
  return translate(`preset.${label}`, counts, game) ?? label;
}

/** The values of a game's parameters as a reader sees them. */
function details(game: string, values: Readonly<Record<string, string>>): string[] {
  const { width, height, ...others } = values;
  const both = width && height ? { board: `${width} × ${height}`, ...others } : values;
  return Object.entries(both).map(([key, value]) => detail(game, key, value));
}

function detail(game: string, key: string, value: string): string {
  if (key === "board") return value;
  if (key === "size") return `${value} × ${value}`;
  const counted = /^\d+$/.test(value) ? translate(`preset.${key}`, { n: Number(value) }, game) : undefined;
  return (
    counted ??
    translate(`word.${key}.${value}`, {}, game) ??
    `${parameterName(game, key)}: ${valueName(game, key, value)}`
  );
}

/** What a game is about, in a line. */
export const gameLine = (info: GameInfo): string => gameWords(info.name)?.line || info.summary;

/** What a parameter of a game is called. */
export const parameterName = (game: string, parameter: string): string =>
  translate(`param.${parameter}`, {}, game) ?? parameter;

/** What a parameter of a player is for: its explanation, or its name where the server has none. */
export function parameterHelp(parameter: Parameter): string {
  return parameter.help || parameter.name;
}

/** A word that a parameter of a game may have as its value. */
export const valueName = (game: string, parameter: string, value: string): string =>
  translate(`word.${parameter}.${value}`, {}, game) ?? translate(`word.${value}`, {}, game) ?? value;

/** What the two sides of a game are called. */
export function sideName(sides: readonly [string, string], side: Side): string {
  return translate(`side.${sides[side]}`) ?? sides[side];
}

/** The number of the character that a player's spec stands for, from 1 on; 0 for other players. */
export function characterNumber(spec: string): number {
  const { name, values } = parseSpec(spec);
  return name === "level" ? Number(values.n ?? "5") : 0;
}

/** How a character plays, in a line, by what sharp moves do in the game. */
export const characterLine = (number: number, manner: Character["manner"]): string =>
  translate(`character.${number}.line.${manner}`) ?? translate(`character.${number}.line`) ?? "";

/** A player by its spec: a character by its name, others by theirs and what is set of them. */
export function playerName(spec: string): string {
  const { name, values } = parseSpec(spec);
  const character = characterNumber(spec);
  if (character) return translate(`character.${character}`) ?? spec;
  const known = translate(`player.${name}`);
  return known
    ? [known, ...Object.entries(values).map(([key, value]) => `${key}=${value}`)].join(" · ")
    : spec;
}

/** What a player does, in a sentence; undefined of one that there are no words for. */
export const playerLine = (name: string): string | undefined => translate(`about.${name}`);
