// What keys do on a board that has the focus: arrows go from cell to cell, Enter chooses, Backspace and Escape undo.

import type { Choosing } from "./choosing.svelte";
import { arrowTo, rows, type View } from "./geometry";

export class Keyboard {
  readonly #choosing: Choosing;
  readonly #view: () => View;
  readonly #focus: (cell: number) => void;
  /** The cell that had the focus last. */
  current: number = $state(0);

  /** The cell that the tab key leads to; the board may have become another one meanwhile. */
  readonly reachable: number = $derived.by(() =>
    this.current in this.#view().board.cells ? this.current : 0,
  );

  /** focus: gives the focus to a cell. */
  constructor(choosing: Choosing, view: () => View, focus: (cell: number) => void) {
    this.#choosing = choosing;
    this.#view = view;
    this.#focus = focus;
    const { board, flipped } = view();
    this.current = rows(board, flipped).at(-1)?.[0] ?? 0;
  }

  key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) this.#go(event.key);
    else if (!this.#act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #go(arrow: string): void {
    const { board, flipped } = this.#view();
    const to = arrowTo(board, this.current, arrow, flipped);
    if (to === null) return;
    this.current = to;
    this.#focus(to);
  }

  /** Do what a key is for; false if it is for nothing here. */
  #act(key: string): boolean {
    const choosing = this.#choosing;
    if (key === "Enter") choosing.choose(this.current);
    else if (key === "Escape" && choosing.steps.length > 0) choosing.cancel();
    else if (key === "Backspace" && choosing.steps.length > 0) choosing.undo();
    else return false;
    return true;
  }
}
