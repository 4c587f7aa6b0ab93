// Drawing on a board: arrows from cell to cell, and circles about cells. The right mouse button draws at any time; in
// the drawing mode, for fingers and keys, two cells that are chosen one after the other make an arrow, one chosen twice
// a circle.

import type { DrawnShape, ShapeColour } from "../lib/types";
import type { Arrow } from "./highlight";

export const COLOURS: readonly ShapeColour[] = ["green", "red", "blue", "yellow"];

const same = (a: DrawnShape, b: DrawnShape): boolean => a.cells.join() === b.cells.join();

/** Drawings with one more; the same one again removes it, one of another colour takes its place. */
export function toggled(shapes: readonly DrawnShape[], shape: DrawnShape): DrawnShape[] {
  const others = shapes.filter((one) => !same(one, shape));
  const again = shapes.some((one) => same(one, shape) && one.colour === shape.colour);
  return again ? others : [...others, shape];
}

/** Drawings as the board shows them. */
export const arrowsOf = (shapes: readonly DrawnShape[]): Arrow[] =>
  shapes.map(({ cells, colour }) => ({ steps: cells, tone: colour, weight: 0.6 }));

type Modifiers = Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey">;

export class Sketch {
  colour: ShapeColour = $state("green");
  /** Whether cells are chosen to be drawn on, and not to be played. */
  on = $state(false);
  /** The cell that an arrow begins at. */
  from: number | null = $state(null);
  readonly #drawn: (shape: DrawnShape) => void;

  constructor(drawn: (shape: DrawnShape) => void) {
    this.#drawn = drawn;
  }

  /** Choose a cell in the drawing mode. */
  choose(cell: number): void {
    if (this.from === null) this.from = cell;
    else this.#end(this.from, cell, this.colour);
  }

  toggle(): void {
    this.on = !this.on;
    this.from = null;
  }

  /** Attach to what holds a board: the right mouse button draws there. */
  readonly attach = (frame: HTMLElement): (() => void) => {
    let begun: number | null = null;
    const down = (event: PointerEvent) => {
      if (event.button === 2) begun = cellAt(event);
    };
    const up = (event: PointerEvent) => {
      const end = event.button === 2 ? cellAt(event) : null;
      if (begun !== null && end !== null) this.#end(begun, end, this.#coloured(event));
      if (event.button === 2) begun = null;
    };
    const menu = (event: MouseEvent) => {
      if (cellAt(event) !== null) event.preventDefault();
    };
    frame.addEventListener("pointerdown", down);
    frame.addEventListener("pointerup", up);
    frame.addEventListener("contextmenu", menu);
    return () => {
      frame.removeEventListener("pointerdown", down);
      frame.removeEventListener("pointerup", up);
      frame.removeEventListener("contextmenu", menu);
    };
  };

  /** The colour that keys held down ask for, else the chosen one. */
  #coloured({ shiftKey, ctrlKey, altKey }: Modifiers): ShapeColour {
    const red = shiftKey || ctrlKey;
    if (red && altKey) return "yellow";
    if (red) return "red";
    return altKey ? "blue" : this.colour;
  }

  #end(from: number, to: number, colour: ShapeColour): void {
    this.from = null;
    this.#drawn({ cells: from === to ? [from] : [from, to], colour });
  }
}

/** The cell at a place of the screen; null if there is none. */
function cellAt(event: { clientX: number; clientY: number }): number | null {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  const number = found?.getAttribute("data-cell");
  return number ? Number(number) : null;
}
