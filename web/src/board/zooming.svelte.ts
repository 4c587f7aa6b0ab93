// How much a board is enlarged whose cells are small for fingers, and which part of it is seen.

import { tick } from "svelte";
import { on } from "svelte/events";
import type { Point } from "../lib/types";

/** Pixels of a cell below which a finger hits it hardly, and those to which cells are enlarged step by step. */
const HARD = 26;
const SIZES = [32, 44, 60] as const;

/** What a board is scrolled in. */
export type Frame = Pick<HTMLElement, "scrollLeft" | "scrollTop">;

/** How far a frame is scrolled so that what is seen at a point of it stays there while all is enlarged. */
export const scrolled = (scroll: number, at: number, times: number): number => (scroll + at) * times - at;

export class Zooming {
  /** Pixels that the board is wide where all of it is seen. */
  width = $state(0);
  /** How many times larger than that it is. */
  level = $state(1);
  readonly #frame: () => Frame | undefined;
  readonly #span: () => number;
  #pinch: { distance: number; level: number } | null = null;

  /** frame: what it is scrolled in; span: how many cells it is wide. */
  constructor(frame: () => Frame | undefined, span: () => number) {
    this.#frame = frame;
    this.#span = span;
  }

  get isSmall(): boolean {
    return this.width > 0 && this.width / this.#span() < HARD;
  }

  get most(): number {
    return this.#levels.at(-1) as number;
  }

  get #levels(): number[] {
    return [1, ...SIZES.map((size) => (size * this.#span()) / this.width)];
  }

  /** Go to the next larger or smaller size; what is seen at a point of the frame stays there. */
  step(by: 1 | -1, at: Point): Promise<void> {
    const further = (one: number) => (one - this.level) * by > 0.01;
    const levels = this.#levels.filter(further);
    return this.to(by > 0 ? Math.min(...levels) : Math.max(...levels), at);
  }

  async to(level: number, [x, y]: Point): Promise<void> {
    const wanted = Math.max(1, Math.min(this.most, level));
    const times = wanted / this.level;
    const frame = this.#frame();
    if (!frame || !Number.isFinite(level)) return;
    const { scrollLeft, scrollTop } = frame;
    this.level = wanted;
    await tick();
    frame.scrollLeft = scrolled(scrollLeft, x, times);
    frame.scrollTop = scrolled(scrollTop, y, times);
  }

  /** Two fingers are put down, so many pixels apart; later they are elsewhere, about a point of the frame. */
  pinch(distance: number, at: Point | null): void {
    if (at === null || !this.#pinch) this.#pinch = { distance, level: this.level };
    else void this.to((this.#pinch.level * distance) / this.#pinch.distance, at);
  }

  /** Heed two fingers on a frame, which are kept from the browser; begun: called when they are put down. */
  heed(frame: HTMLElement, begun: () => void): () => void {
    const take = (event: TouchEvent): void => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const { distance, at } = spread(event, frame);
      if (event.type === "touchstart") begun();
      this.pinch(distance, event.type === "touchstart" ? null : at);
    };
    const offs = [
      on(frame, "touchstart", take, { passive: false }),
      on(frame, "touchmove", take, { passive: false }),
    ];
    return () => {
      for (const off of offs) off();
    };
  }

  /** Show all of the board. */
  reset(): void {
    this.level = 1;
    this.#pinch = null;
  }
}

/** Two fingers as they lie on a frame: how far from each other, and about which point of it. */
function spread({ touches: [one, other] }: TouchEvent, frame: Element): { distance: number; at: Point } {
  const { x, y } = frame.getBoundingClientRect();
  const [a, b] = [one, other].map((touch) => [touch?.clientX ?? 0, touch?.clientY ?? 0]) as [Point, Point];
  return {
    distance: Math.hypot(a[0] - b[0], a[1] - b[1]),
    at: [(a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y],
  };
}
