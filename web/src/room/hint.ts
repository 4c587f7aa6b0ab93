// A hint in words.

import { courseOf } from "../board/course";
import { moveWords } from "../board/spoken";
import { translate } from "../lib/i18n";
import type { Board, Scene, Thought } from "../lib/types";

type Advice = Pick<Thought, "move" | "candidates">;

/** The move that is advised: what one does where it takes a piece beside, else as it is written. */
export function hintWords({ move, candidates }: Advice, scene: Scene, board: Board): string {
  const steps = candidates.find((one) => one.move === move)?.steps ?? [];
  const { way, placed, taken } = courseOf(scene, steps);
  const name = (cell: number | undefined) => board.cells[cell ?? -1]?.name ?? "";
  const said =
    taken.length !== 1 || isUnit(scene, taken[0])
      ? undefined
      : way.length > 1
        ? translate(
            "hint.move",
            { from: name(way[0]), to: name(way.at(-1)), taken: name(taken[0]) },
            scene.game,
          )
        : translate("hint.put", { to: name(placed[0]), taken: name(taken[0]) }, scene.game);
  return said ?? moveWords(move, scene.game);
}

/** Whether a unit is on a cell, which an attack need not take. */
const isUnit = (scene: Scene, cell: number | undefined): boolean =>
  scene.pieces.some((piece) => piece.cell === cell && piece.shape === "unit");
