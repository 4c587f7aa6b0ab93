// How a game stands or has ended, in words.

import { endWords, reasonWords } from "../board/endings";
import { factWords, turnWords } from "../board/spoken";
import { t, translate } from "../lib/i18n";
import { moodOf } from "../lib/mood";
import type { Room, Scene, Side } from "../lib/types";

type Sides = readonly [string, string];

/** Why the rules ended the game of a room; nothing where people or a clock did. */
export const causeWords = (room: Room, scene: Scene): string =>
  room.end?.reason === "rules" ? reasonWords(scene) : "";

/** What the room waits for, or how its game has ended. */
export function stateWords(room: Room, scene: Scene, sides: Sides): string {
  const end = room.end ?? scene.end;
  if (end) return endWords({ ...end, cause: scene.end?.cause ?? null }, sides);
  if (room.state === "waiting") return t("room.waiting");
  const turn = turnWords(scene, sides);
  return scene.to_move !== null && room.state === "paused" ? `${t("room.paused")} · ${turn}` : turn;
}

/** The phase of the game, such as `placing`; empty where it has none. */
export const phaseOf = (scene: Scene): string => new Map(scene.facts).get("phase") ?? "";

/** What a game asks for in the phase that has begun, or else what the phase is called. */
export function phaseWords(scene: Scene): string {
  const phase = phaseOf(scene);
  const { label, value } = factWords(["phase", phase], scene.game);
  return translate(`board.${phase}`, {}, scene.game) ?? `${label}: ${value}`;
}

/** What both sides have counted in a position, such as the discs of each. */
export function countsOf(scene: Scene): { key: string; values: [string, string] }[] {
  const facts = new Map(scene.facts);
  return scene.facts.flatMap(([key, value]) => {
    const name = key.endsWith("_first") ? key.slice(0, -"_first".length) : "";
    const other = facts.get(`${name}_second`);
    return name && other !== undefined ? [{ key: name, values: [value, other] as [string, string] }] : [];
  });
}

/** Whether the reader may take a move back: while the game goes on, and after an end by the rules but a win. */
export const mayTakeBack = (room: Room, yours: readonly Side[]): boolean =>
  yours.length > 0 &&
  (room.end === null || (room.end.reason === "rules" && moodOf(room.end.outcome, yours) !== "won"));
