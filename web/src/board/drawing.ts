// The drawing of a board as events of a pointer meet it.

import type { Point } from "../lib/types";

/** Finds what a pointer is on; `svg` is the drawing as soon as there is one. */
export class Drawing {
  readonly #svg: () => SVGSVGElement | undefined;

  constructor(svg: () => SVGSVGElement | undefined) {
    this.#svg = svg;
  }

  /** The cell under the pointer; null where there is none. */
  cellAt(event: PointerEvent): number | null {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return under && this.#svg()?.contains(under) ? Number(under.getAttribute("data-cell")) : null;
  }

  /** The point of the drawing under the pointer, and how much of the drawing a pixel of the screen is. */
  pointAt(event: PointerEvent): { point: Point; unit: number } | null {
    const matrix = this.#svg()?.getScreenCTM()?.inverse();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { point: [x, y], unit: matrix.a };
  }

  /** Have all further events of a pointer, wherever it goes. */
  capture(event: PointerEvent): void {
    this.#svg()?.setPointerCapture(event.pointerId);
  }

  /** Where the middle of a cell is in a frame, if it is seen there; else, or without a cell, the frame's own. */
  within(frame: HTMLElement, cell: number | undefined): { point: Point; seen: boolean } {
    const { x, y, width, height } = frame.getBoundingClientRect();
    const box = this.#svg()?.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    const [left, top] = box ? [box.x + box.width / 2 - x, box.y + box.height / 2 - y] : [-1, -1];
    const [far, low] = [box?.width ?? 0, box?.height ?? 0].map((size) => size / 2) as [number, number];
    const seen = left >= far && left <= width - far && top >= low && top <= height - low;
    return { point: seen ? [left, top] : [width / 2, height / 2], seen };
  }

  /** Scroll a frame so that a cell that is not seen is in its middle. */
  reveal(frame: HTMLElement, cell: number): void {
    const box = this.#svg()?.querySelector(`[data-cell="${cell}"]`)?.getBoundingClientRect();
    if (!box || this.within(frame, cell).seen) return;
    const seen = frame.getBoundingClientRect();
    frame.scrollLeft += box.x + box.width / 2 - seen.x - seen.width / 2;
    frame.scrollTop += box.y + box.height / 2 - seen.y - seen.height / 2;
  }

  focus(cell: number): void {
    this.#svg()?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  }
}

/** A click takes the focus from wherever it is but does not bring it here: keys are then the page's own. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) {
    document.activeElement.blur();
  }
}
