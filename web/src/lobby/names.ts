// What games, their parameters, sides and players are called in the reader's language.

import { translate } from "../lib/i18n";
import { parseSpec } from "../lib/spec";
import type { GameInfo, Parameter, Side } from "../lib/types";

/** The name of a game; of one the page has no word for, such as a plug-in's, the name in its spec. */
export function gameName(spec: string): string {
  const { name } = parseSpec(spec);
  return translate(`game.${name}`) ?? name;
}

/** A game with what differs from its usual form, as a reader sees it: `Othello · 6 × 6`. */
export function gameTitle(spec: string): string {
  const { name, values } = parseSpec(spec);
  const { width, height, ...others } = values;
  const both = width && height ? { board: `${width} × ${height}`, ...others } : values;
  const details = Object.entries(both).map(([key, value]) => detail(name, key, value as string));
  return [gameName(spec), ...details].join(" · ");
}

function detail(game: string, key: string, value: string): string {
  if (key === "board") return value;
  if (key === "size") return `${value} × ${value}`;
  const counted = /^\d+$/.test(value) ? translate(`preset.${key}`, { n: Number(value) }) : undefined;
  return (
    counted ?? translate(`word.${key}.${value}`) ?? `${parameterName(game, key)}: ${valueName(key, value)}`
  );
}

/** What a game is about, in a line. */
export function gameLine(info: GameInfo): string {
  return translate(`line.${info.name}`) ?? info.summary;
}

/** What a parameter of a game is called. */
export function parameterName(game: string, parameter: string): string {
  return translate(`param.${game}.${parameter}`) ?? translate(`param.${parameter}`) ?? parameter;
}

/** What a parameter of a player is for: its explanation, or its name where the server has none. */
export function parameterHelp(parameter: Parameter): string {
  return parameter.help || parameter.name;
}

/** A word that a parameter may have as its value. */
export function valueName(parameter: string, value: string): string {
  return translate(`word.${parameter}.${value}`) ?? translate(`word.${value}`) ?? value;
}

/** What the two sides of a game are called. */
export function sideName(sides: readonly [string, string], side: Side): string {
  return translate(`side.${sides[side]}`) ?? sides[side];
}

/** A player by its spec: a level by its strength, others by their name and what is set of them. */
export function playerName(spec: string): string {
  const { name, values } = parseSpec(spec);
  if (name === "level") return translate("player.level.n", { level: values.n ?? "5" }) ?? spec;
  const known = translate(`player.${name}`);
  return known
    ? [known, ...Object.entries(values).map(([key, value]) => `${key}=${value}`)].join(" · ")
    : spec;
}

/** What a player does, in a sentence; undefined of one that the page has no words for. */
export const playerLine = (name: string): string | undefined => translate(`about.${name}`);
