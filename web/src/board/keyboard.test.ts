import { describe, expect, it, vi } from "vitest";
import type { Board } from "../lib/types";
import { chooser, position, steps } from "./fixtures";
import type { View } from "./geometry";
import { Keyboard } from "./keyboard.svelte";

/** Three cells side by side, below one alone. */
const board = {
  cells: [
    { x: 0, y: 0 },
    { x: 0, y: 1 },
    { x: 1, y: 1 },
    { x: 2, y: 1 },
  ],
  arrows: [
    [-1, -1, 1, -1],
    [0, 2, -1, -1],
    [-1, 3, -1, 1],
    [-1, -1, -1, 2],
  ],
} as unknown as Board;

function keys(flipped = false) {
  const table = chooser(position([1], steps([1, 2], [1, 3])));
  const focused: number[] = [];
  const view = { board, flipped } as View;
  const keyboard = new Keyboard(
    table.choosing,
    () => view,
    (cell) => focused.push(cell),
  );
  /** Press a key; whether the page is left nothing to do. */
  const press = (key: string, more: Partial<KeyboardEvent> = {}): boolean => {
    const preventDefault = vi.fn();
    keyboard.key({ key, preventDefault, stopPropagation: vi.fn(), ...more } as unknown as KeyboardEvent);
    return preventDefault.mock.calls.length > 0;
  };
  return { ...table, keyboard, focused, view, press };
}

describe("keys on a board", () => {
  it("begin at the bottom left, as it is seen", () => {
    expect(keys().keyboard.reachable).toBe(1);
    expect(keys(true).keyboard.reachable).toBe(0);
  });
  it("go from cell to cell, and nowhere at the edge", () => {
    const { press, focused } = keys();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) expect(press(key)).toBe(true);
    expect(focused).toEqual([2, 3]);
  });
  it("choose, undo and cancel", () => {
    const { press, choosing, moves, keyboard } = keys();
    press("Enter");
    expect(choosing.steps).toEqual([1]);
    expect(press("Backspace")).toBe(true);
    expect(choosing.steps).toEqual([]);
    press("Enter");
    expect(press("Escape")).toBe(true);
    press("Enter");
    keyboard.current = 3;
    press("Enter");
    expect(moves).toEqual(["1-3"]);
  });
  it("are left to the page where the board has no use for them", () => {
    const { press } = keys();
    expect(press("Escape")).toBe(false);
    expect(press("Backspace")).toBe(false);
    expect(press("f")).toBe(false);
    expect(press("ArrowRight", { ctrlKey: true })).toBe(false);
  });
  it("lead into a board that has become smaller", () => {
    const { keyboard, view } = keys();
    keyboard.current = 3;
    Object.assign(view, { board: { ...board, cells: board.cells.slice(0, 2) } });
    expect(keyboard.reachable).toBe(0);
  });
});
