// What a mouse, a pen or a finger does on a board: point at cells, click them, drag pieces and, by a long touch, ask
// what a piece is.

import type { Inspection, Point } from "../lib/types";
import type { Choosing } from "./choosing.svelte";
import type { Drawing } from "./drawing";

/** Milliseconds after which a touch asks about a piece. */
const LONG_PRESS = 450;
/** Pixels by which a press becomes dragging. */
const DRAG_FROM = 6;

interface Drag {
  readonly cell: number;
  readonly start: Point;
  /** Whether the press has taken the step already that a click would take. */
  readonly taken: boolean;
  readonly moving: boolean;
}

export class Pointing {
  readonly #choosing: Choosing;
  readonly #drawing: Pick<Drawing, "cellAt" | "pointAt" | "capture">;
  pointed: number | null = $state(null);
  focused: number | null = $state(null);
  /** The cell that a long touch asks about. */
  pressed: number | null = $state(null);
  pointer: Point | null = $state.raw(null);
  /** Of the drawing, for each pixel of the screen. */
  unit = $state(1);
  #drag: Drag | null = $state.raw(null);
  #press: ReturnType<typeof setTimeout> | undefined;

  readonly #inspections: ReadonlyMap<number, Inspection> = $derived.by(
    () => new Map(this.#choosing.scene.inspections.map((one) => [one.cell, one])),
  );
  readonly looked: number | null = $derived.by(
    () => this.pressed ?? this.pointed ?? this.focused ?? this.#choosing.touched,
  );
  readonly dragging: boolean = $derived(this.#drag?.moving ?? false);
  /** The piece that is looked at; none while a move is being chosen, whose steps are to be seen then. */
  readonly inspected: Inspection | null = $derived.by(() => {
    const hidden = this.dragging || (this.#choosing.steps.length > 0 && this.pressed === null);
    return this.looked === null || hidden ? null : (this.#inspections.get(this.looked) ?? null);
  });

  constructor(choosing: Choosing, drawing: Pick<Drawing, "cellAt" | "pointAt" | "capture">) {
    this.#choosing = choosing;
    this.#drawing = drawing;
  }

  down(event: PointerEvent): void {
    const choosing = this.#choosing;
    const cell = this.#drawing.cellAt(event);
    if (cell === null || event.button !== 0) return;
    clearTimeout(this.#press);
    if (event.pointerType !== "mouse" && this.#inspections.has(cell))
      this.#press = setTimeout(() => {
        this.pressed = cell;
      }, LONG_PRESS);
    const { chosen, pieces, scene, walk } = choosing;
    const draggable = choosing.isDraggable(cell);
    const asks = event.pointerType === "touch" && choosing.isWeighty(cell);
    const taken = draggable && !chosen.has(cell) && cell !== scene.staging.mover && !asks;
    this.#drag = { cell, start: [event.clientX, event.clientY], taken, moving: false };
    if (!draggable && !(walk.steps.length === 1 && chosen.has(cell) && pieces.has(cell))) return;
    if (taken) choosing.choose(cell);
    this.#drawing.capture(event);
  }

  move(event: PointerEvent): void {
    const found = this.#drawing.pointAt(event);
    this.pointer = found?.point ?? [0, 0];
    this.unit = found?.unit ?? this.unit;
    this.pointed = event.pointerType === "mouse" || this.dragging ? this.#drawing.cellAt(event) : null;
    const drag = this.#drag;
    if (!drag || drag.moving) return;
    const far = Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]);
    if (far <= DRAG_FROM) return;
    clearTimeout(this.#press);
    const { scene, staged } = this.#choosing;
    const stands = staged.piece?.cell === drag.cell || drag.cell === scene.staging.mover;
    const goes = stands || this.#choosing.isStop(drag.cell);
    if (goes) this.#drag = { ...drag, moving: true };
  }

  up(event: PointerEvent): void {
    const was = this.#drag;
    const inspecting = this.pressed !== null;
    this.drop();
    if (!was || inspecting) return;
    const choosing = this.#choosing;
    const cell = this.#drawing.cellAt(event);
    if (was.moving) {
      if (cell !== null && cell !== was.cell && choosing.clickable.has(cell)) choosing.choose(cell);
    } else if (cell === was.cell && !was.taken) {
      if (event.pointerType === "touch" && cell !== choosing.touched && choosing.isWeighty(cell))
        choosing.touched = cell;
      else choosing.choose(cell);
    }
  }

  /** Forget a press without a click. */
  drop(): void {
    clearTimeout(this.#press);
    this.#drag = null;
    this.pressed = null;
  }

  leave(): void {
    this.pointed = null;
    this.pointer = null;
  }
}
