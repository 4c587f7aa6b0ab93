// How a game stands or has ended, in words.

import { sideName } from "../board/spoken";
import { t } from "../lib/i18n";
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

/** What the room waits for, or how its game has ended. */
export function stateWords(room: Room, scene: Scene, sides: Sides): string {
  const end = room.end ?? scene.end;
  if (end) return endWords(end, sides);
  if (room.state === "waiting") return t("room.waiting");
  if (room.state === "paused") return t("room.paused");
  return scene.to_move === null ? t("board.over") : t("board.turn", { side: sideName(sides[scene.to_move]) });
}
