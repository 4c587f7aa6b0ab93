// Boards and moves in words, for those who hear the page.

import { t, translate } from "../lib/i18n";
import type { Board, Fact, Piece, Scene, Side } from "../lib/types";
import type { Choosing } from "./choosing.svelte";

/** What a side is called: black, blue, x, the first. */
export function sideName(name: string): string {
  return translate(`side.${name}`) ?? name;
}

/** What the unit on a cell is called, such as `flyer`; null where nothing is told of one. */
export function unitOn(scene: Scene, cell: number): string | null {
  const facts = scene.inspections.find((one) => one.cell === cell)?.facts ?? [];
  const kind = facts.find(([key]) => key === "unit");
  return kind ? factWords(kind, scene.game).value : null;
}

/** A piece and whose it is; unit: what it is called, if it is one whose name is known. */
export function pieceWords(
  piece: Piece,
  sides: readonly [string, string],
  unit: string | null = null,
): string {
  const shape = piece.shape === "unit" ? (unit ?? piece.symbol.toUpperCase()) : t(`shape.${piece.shape}`);
  const owner = piece.side < 0 ? "" : sideName(sides[piece.side as Side]);
  const text = piece.text && piece.text !== piece.symbol ? piece.text : "";
  return [[owner, shape].filter(Boolean).join(" "), text].filter(Boolean).join(unit ? ", " : " ");
}

/** A cell by its name, with what stands on it, its surface, and what it is for the move that is being chosen. */
export function cellWords(
  board: Board,
  choosing: Choosing,
  cell: number,
  sides: readonly [string, string],
): string {
  const { scene, walk } = choosing;
  const piece = choosing.pieces.get(cell);
  const surface = scene.fills[cell];
  return [
    board.cells[cell]?.name,
    piece ? pieceWords(piece, sides, unitOn(scene, cell)) : t("board.empty"),
    surface && surface !== "light" && surface !== "dark" ? t(`surface.${surface}`) : "",
    choosing.chosen.has(cell) ? t("board.chosen") : "",
    choosing.clickable.has(cell) ? t(walk.steps.length > 0 ? "board.target" : "board.legal") : "",
    scene.marks.includes(cell) ? t("board.last") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whose turn it is, and with which unit where the game says that; or that the game is over. */
export function turnWords(scene: Scene, sides: readonly [string, string]): string {
  if (scene.to_move === null) return t("board.over");
  const side = sideName(sides[scene.to_move]);
  const unit = scene.staging.mover === null ? null : unitOn(scene, scene.staging.mover);
  return unit ? t("board.turn.unit", { side, unit }) : t("board.turn", { side });
}

/**
 * A fact of a game as a label and its value; keys that there are no words for stand for themselves. A value such as
 * `2/100` may have words of its key: 2 of 100.
 */
export function factWords([key, value]: Fact, game: string): { label: string; value: string } {
  const [n = value, most] = value.split("/");
  const count = most === undefined ? undefined : translate(`fact.${key}.of`, { n, most }, game);
  return {
    label: translate(`fact.${key}`, {}, game) ?? key,
    value: count ?? translate(`value.${value}`, {}, game) ?? value,
  };
}

/** Whose a count is, by the end of its key, and the count without that; null for one that is about no side. */
export function ownerOf([key, value]: Fact): { owner: Side | null; fact: Fact } {
  const [, name = key, side] = /^(.*)_(first|second)$/.exec(key) ?? [];
  return { owner: side ? (side === "first" ? 0 : 1) : null, fact: [name, value] };
}

/** The last move and whose turn it is, or how the game has ended. */
export function announcement(scene: Scene, sides: readonly [string, string]): string {
  const last = scene.last ? t("board.played", { move: moveWords(scene.last.move, scene.game) }) : "";
  return [last, turnWords(scene, sides)].filter(Boolean).join(" ");
}

/** A move of a game as it is written, or the word for one that is no place, such as pass. */
export function moveWords(move: string, game: string): string {
  return translate(`step.${move}`, {}, game) ?? move;
}
