import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooser, position, steps } from "./fixtures";
import { Pointing } from "./pointing.svelte";

const MEN = position([0, 1], steps([0, 3], [0, 4], [1, 4]), {
  inspections: [{ cell: 1, facts: [["unit", "flyer"]], reach: [4], sight: [] }],
});

/** A drawing whose cells stand side by side, ten pixels wide. */
function table(scene = MEN) {
  const board = chooser(scene);
  const captured: number[] = [];
  const pointing = new Pointing(board.choosing, {
    cellAt: ({ clientX: x }) => (x < 0 ? null : Math.floor(x / 10)),
    pointAt: ({ clientX: x, clientY: y }) => ({ point: [2 * x, 2 * y], unit: 2 }),
    capture: ({ pointerId }) => captured.push(pointerId),
  });
  return { ...board, pointing, captured };
}

const at = (cell: number, pointerType = "mouse", button = 0) =>
  ({ clientX: 10 * cell + 5, clientY: 5, pointerType, button, pointerId: 1 }) as PointerEvent;

function click({ pointing }: ReturnType<typeof table>, cell: number, kind = "mouse"): void {
  pointing.down(at(cell, kind));
  pointing.up(at(cell, kind));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a click", () => {
  it("takes a step, and another the next", () => {
    const one = table();
    click(one, 0);
    expect(one.choosing.steps).toEqual([0]);
    click(one, 3);
    expect(one.moves).toEqual(["0-3"]);
  });
  it("on the piece that was chosen lets it go", () => {
    const one = table();
    click(one, 0);
    click(one, 0);
    expect(one.choosing.steps).toEqual([]);
  });
  it("of another button, or beside the board, does nothing", () => {
    const one = table();
    one.pointing.down(at(0, "mouse", 2));
    one.pointing.up(at(0, "mouse", 2));
    click(one, -1);
    expect(one.lengths).toEqual([]);
  });
});

describe("dragging", () => {
  it("takes a piece to where it is let go", () => {
    const { pointing, choosing, moves, captured } = table();
    pointing.down(at(0));
    expect(choosing.steps).toEqual([0]);
    expect(captured).toEqual([1]);
    pointing.move(at(3));
    expect(pointing.dragging).toBe(true);
    expect(pointing.pointer).toEqual([70, 10]);
    pointing.up(at(3));
    expect(moves).toEqual(["0-3"]);
    expect(pointing.dragging).toBe(false);
  });
  it("to a cell that is none of the move leaves the piece chosen", () => {
    const { pointing, choosing, moves } = table();
    pointing.down(at(0));
    pointing.move(at(8));
    pointing.up(at(8));
    expect(choosing.steps).toEqual([0]);
    expect(moves).toEqual([]);
  });
  it("begins some way from the press only, and not with what cannot move", () => {
    const { pointing } = table();
    pointing.down(at(0));
    pointing.move({ ...at(0), clientX: 8 });
    expect(pointing.dragging).toBe(false);
    pointing.drop();
    pointing.down(at(5));
    pointing.move(at(7));
    expect(pointing.dragging).toBe(false);
  });
});

describe("looking", () => {
  it("is where the mouse points, and at nothing when it has left", () => {
    const { pointing } = table();
    pointing.move(at(1));
    expect(pointing.looked).toBe(1);
    expect(pointing.inspected?.reach).toEqual([4]);
    pointing.leave();
    expect(pointing.looked).toBeNull();
  });
  it("is at no piece while a move is chosen", () => {
    const one = table();
    click(one, 0);
    one.pointing.move(at(1));
    expect(one.pointing.inspected).toBeNull();
  });
  it("takes a long touch, which chooses nothing", () => {
    const { pointing, lengths } = table(position([1], null, { inspections: MEN.inspections }));
    pointing.down(at(1, "touch"));
    expect(pointing.inspected).toBeNull();
    vi.advanceTimersByTime(500);
    expect(pointing.inspected?.cell).toBe(1);
    pointing.up(at(1, "touch"));
    expect(pointing.inspected).toBeNull();
    expect(lengths).toEqual([]);
  });
});

describe("a touch", () => {
  const facts = [
    ["damage", "8"],
    ["loss", "2"],
  ];
  const choices = { ...steps([5], [6]), facts: { 5: facts } } as unknown as ReturnType<typeof steps>;

  it("shows a move that has many facts, and the next one makes it", () => {
    const one = table(position([], choices));
    click(one, 5, "touch");
    expect(one.moves).toEqual([]);
    expect(one.choosing.proposed?.move).toBe("5");
    expect(one.pointing.looked).toBe(5);
    click(one, 5, "touch");
    expect(one.moves).toEqual(["5"]);
  });
  it("makes a plain move at once", () => {
    const one = table(position([], choices));
    click(one, 6, "touch");
    expect(one.moves).toEqual(["6"]);
  });
});
