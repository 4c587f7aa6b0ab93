// How a game has ended, and why, in words.

import { t, translate } from "../lib/i18n";
import type { End, Scene } from "../lib/types";
import { sideName } from "./spoken";

type Sides = readonly [string, string];

/** The result and why the game ended: `Black wins by 12`, `White wins. Black has resigned.`, `Drawn by repetition`. */
export function endWords(end: End, sides: Sides): string {
  if (end.outcome === null) return t("end.aborted");
  if (end.outcome === 0) return drawWords(end);
  const [winner, loser] = end.outcome > 0 ? sides : [sides[1], sides[0]];
  const names = { winner: sideName(winner), loser: sideName(loser) };
  if (end.reason === "resigned") return t("end.resigned", names);
  if (end.reason === "time") return t("end.time", names);
  if (end.reason === "left") return t("end.left", names);
  const margin = Math.abs(end.margin ?? 0);
  return margin > 1 ? t("end.by", { winner: names.winner, margin }) : t("end.wins", { winner: names.winner });
}

function drawWords({ reason, cause }: End): string {
  if (reason === "agreed") return t("end.agreed");
  return translate(`end.drawn.${cause?.key}`) ?? t("end.drawn");
}

/** Why the rules ended the game of a position, unless the result says it; reasons that there are no words for stand for themselves. */
export function reasonWords(scene: Scene): string {
  const { cause, outcome } = scene.end ?? {};
  if (outcome === 0 && cause && translate(`end.drawn.${cause.key}`)) return "";
  return cause ? (translate(`cause.${cause.key}`, {}, scene.game) ?? cause.words) : "";
}
