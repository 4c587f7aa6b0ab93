// Boards and moves in words, for those who hear the page.

import { t, translate } from "../lib/i18n";
import type { Fact, Piece, Scene, Side } from "../lib/types";

/** What a side is called: black, blue, x, the first. */
export function sideName(name: string): string {
  return translate(`side.${name}`) ?? name;
}

export function pieceWords(piece: Piece, sides: readonly [string, string]): string {
  const shape = piece.shape === "unit" ? piece.symbol.toUpperCase() : t(`shape.${piece.shape}`);
  const owner = piece.side < 0 ? "" : sideName(sides[piece.side as Side]);
  const text = piece.text && piece.text !== piece.symbol ? piece.text : "";
  return [owner, shape, text].filter(Boolean).join(" ");
}

/** A fact as a label and its value; keys without words of ours stand for themselves. */
export function factWords([key, value]: Fact): { label: string; value: string } {
  return { label: translate(`fact.${key}`) ?? key, value: translate(`value.${value}`) ?? value };
}

/** The last move and whose turn it is, or how the game has ended. */
export function announcement(scene: Scene, sides: readonly [string, string]): string {
  const last = scene.last ? t("board.played", { move: moveWords(scene.last.move) }) : "";
  const turn =
    scene.to_move === null ? t("board.over") : t("board.turn", { side: sideName(sides[scene.to_move]) });
  return [last, turn].filter(Boolean).join(" ");
}

/** A move as it is written, or the word for one that is no place, such as pass. */
export function moveWords(move: string): string {
  return translate(`step.${move}`) ?? move;
}
