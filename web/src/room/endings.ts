// How a game stands or has ended, in words.

import { sideName, turnWords } from "../board/spoken";
import { t, translate } from "../lib/i18n";
import type { End, Room, Scene } from "../lib/types";

type Sides = readonly [string, string];

/** The result and why the game ended: `Black wins by 12`, `White wins. Black has resigned.` */
export function endWords(end: End, sides: Sides): string {
  if (end.outcome === null) return t("end.aborted");
  if (end.outcome === 0) return end.reason === "agreed" ? t("end.agreed") : t("end.drawn");
  const [winner, loser] = end.outcome > 0 ? sides : [sides[1], sides[0]];
  const names = { winner: sideName(winner), loser: sideName(loser) };
  if (end.reason === "resigned") return t("end.resigned", names);
  if (end.reason === "time") return t("end.time", names);
  const margin = Math.abs(end.margin ?? 0);
  return margin > 1 ? t("end.by", { winner: names.winner, margin }) : t("end.wins", { winner: names.winner });
}

/** Why the rules ended the game of a position; causes without words of ours stand for themselves. */
export function causeWords(room: Room, scene: Scene): string {
  const cause = room.end?.reason === "rules" ? scene.end?.cause : null;
  return cause ? (translate(`cause.${cause.key}`, {}, scene.game) ?? cause.words) : "";
}

/** What the room waits for, or how its game has ended. */
export function stateWords(room: Room, scene: Scene, sides: Sides): string {
  const end = room.end ?? scene.end;
  if (end) return endWords(end, sides);
  if (room.state === "waiting") return t("room.waiting");
  const turn = turnWords(scene, sides);
  return scene.to_move !== null && room.state === "paused" ? `${t("room.paused")} · ${turn}` : turn;
}

/** Whether a move may be taken back: while the game goes on, and after an end that the last move has brought. */
export const mayTakeBack = (room: Room): boolean => room.end === null || room.end.reason === "rules";
