import { describe, expect, it } from "vitest";
import { chooser, piece, position, steps } from "./fixtures";

const MEN = position([0, 1], steps([0, 3], [0, 4], [1, 4, 8], [1, 4]), { ply: 4 });

describe("a move that is chosen", () => {
  it("is handed over once it is whole, and then nothing can be chosen", () => {
    const { choosing, moves, lengths } = chooser(MEN);
    expect([...choosing.legal]).toEqual([0, 1]);
    choosing.choose(0);
    expect([...choosing.legal]).toEqual([3, 4]);
    choosing.choose(3);
    expect(moves).toEqual(["0-3"]);
    expect(lengths).toEqual([1, 2]);
    expect(choosing.legal.size).toBe(0);
    choosing.choose(1);
    choosing.undo();
    expect(choosing.steps).toEqual([0, 3]);
  });
  it("can be chosen again when it has been refused", () => {
    const { choosing, moves } = chooser(MEN);
    for (const cell of [0, 3]) choosing.choose(cell);
    choosing.cancel();
    expect(choosing.steps).toEqual([]);
    for (const cell of [0, 4]) choosing.choose(cell);
    expect(moves).toEqual(["0-3", "0-4"]);
  });
  it("is confirmed where others go on from it", () => {
    const { choosing, moves } = chooser(MEN);
    for (const cell of [1, 4]) choosing.choose(cell);
    expect(choosing.proposed?.move).toBe("1-4");
    expect(moves).toEqual([]);
    choosing.confirm();
    expect(moves).toEqual(["1-4"]);
  });
  it("is undone step by step", () => {
    const { choosing, lengths } = chooser(MEN);
    for (const cell of [1, 4]) choosing.choose(cell);
    choosing.undo();
    expect(choosing.steps).toEqual([1]);
    expect(lengths).toEqual([1, 2, 1]);
  });
});

describe("a move that is named by its target alone", () => {
  const copies = { ...steps([3], [0, 5]), origins: { "3": [0, 1] } };
  it("can be chosen by its pieces, which stay where they are", () => {
    const { choosing, moves } = chooser(position([0, 1], copies));
    expect([...choosing.legal]).toEqual([3, 0, 1]);
    expect(choosing.isDraggable(1)).toBe(true);
    choosing.choose(0);
    expect([...choosing.legal]).toEqual([3, 5]);
    choosing.choose(3);
    expect(moves).toEqual(["3"]);
    expect(choosing.steps).toEqual([3]);
    expect(choosing.staged.piece).toBeNull();
  });
});

describe("a move with landings on its way", () => {
  const jumps = position([0], { ...steps([0, 9]), ways: { "0-9": [[0, 3, 9]] } });
  it("shows its piece on each landing, from where it may be dragged on", () => {
    const { choosing, moves } = chooser(jumps);
    choosing.choose(0);
    expect([...choosing.legal]).toEqual([9, 3]);
    choosing.choose(3);
    expect(choosing.staged.trail).toEqual([0, 3]);
    expect([0, 3, 9].map((cell) => choosing.isDraggable(cell))).toEqual([false, true, false]);
    choosing.choose(9);
    expect(moves).toEqual(["0-9"]);
    expect(choosing.steps).toEqual([0, 3, 9]);
  });
});

describe("a step that can only be a piece of the other side", () => {
  const mill = position([0], steps([3, 1], [3, 2], [4]));
  mill.pieces.push(piece(1, 1), piece(2, 1));
  it("is asked for", () => {
    const { choosing } = chooser(mill);
    expect(choosing.isTaking).toBe(false);
    choosing.choose(3);
    expect(choosing.isTaking).toBe(true);
    choosing.choose(2);
    expect(choosing.isTaking).toBe(false);
  });
  it("is still asked for after a click on another piece, which is noticed", () => {
    const { choosing } = chooser(mill);
    for (const cell of [3, 0]) choosing.choose(cell);
    expect([choosing.steps, choosing.isTaking, choosing.astray]).toEqual([[3], true, true]);
    choosing.undo();
    expect([choosing.steps, choosing.astray]).toEqual([[], false]);
  });
  it("is not where the move may go elsewhere, too", () => {
    const { choosing } = chooser({ ...mill, choices: steps([0, 1], [0, 5]) });
    choosing.choose(0);
    expect(choosing.isTaking).toBe(false);
  });
});

describe("a click on an own piece that has no move", () => {
  const facts = { "0-3": [["taken", "1"]], "0-4": [["taken", "2"]] };
  const forced = { ...steps([0, 3], [0, 4]), facts } as unknown as ReturnType<typeof steps>;
  it("is noticed, and what all moves do is known", () => {
    const { choosing } = chooser(position([0, 1], forced));
    expect([choosing.stuck, choosing.common]).toEqual([false, "taken"]);
    choosing.choose(1);
    expect(choosing.stuck).toBe(true);
    choosing.choose(0);
    expect(choosing.stuck).toBe(false);
    choosing.choose(1);
    expect([choosing.stuck, choosing.steps]).toEqual([true, []]);
  });
  it("is nothing where moves begin with no piece, nor is one on another's piece or a free cell", () => {
    const placing = chooser(position([0, 1], steps([3], [4]))).choosing;
    placing.choose(1);
    expect([placing.stuck, placing.common]).toEqual([false, null]);
    const scene = position([0], forced);
    scene.pieces.push(piece(1, 1));
    const { choosing } = chooser(scene);
    for (const cell of [1, 9]) {
      choosing.choose(cell);
      expect(choosing.stuck).toBe(false);
    }
  });
  it("counts where one piece alone has the turn", () => {
    const { choosing } = chooser(position([2, 6], steps([3], [4]), { staging: { mover: 2, carries: 1 } }));
    choosing.choose(2);
    expect(choosing.stuck).toBe(false);
    choosing.choose(6);
    expect(choosing.stuck).toBe(true);
  });
});

describe("another position", () => {
  it("begins the choice anew", () => {
    const { choosing, shown } = chooser(MEN);
    for (const cell of [0, 3]) choosing.choose(cell);
    shown.scene = position([3, 1], steps([3, 5]), { ply: 5 });
    choosing.follow();
    expect(choosing.sent).toBeNull();
    expect([...choosing.legal]).toEqual([3]);
  });
  it("is only one that differs: the choice stays when the same is shown again", () => {
    const { choosing, shown } = chooser(MEN);
    choosing.choose(0);
    shown.scene = { ...MEN };
    choosing.follow();
    expect(choosing.steps).toEqual([0]);
  });
  it("offers nothing to those who only look", () => {
    const { choosing, shown } = chooser(MEN);
    shown.interactive = false;
    choosing.follow();
    expect(choosing.clickable.size).toBe(0);
    expect(choosing.isDraggable(0)).toBe(false);
  });
});

describe("a cell", () => {
  it("can be clicked for the one that it stands for", () => {
    const { choosing } = chooser(position([], steps([7], [8]), { aliases: { 0: 7, 1: 8, 2: 9 } }));
    expect([...choosing.clickable].sort()).toEqual([0, 1, 7, 8]);
    expect([0, 7, 2, null].map((cell) => choosing.meaning(cell))).toEqual([7, 7, null, null]);
  });
  it("shows what a click on it would bring, and what has been chosen", () => {
    const facts = { "0-3": [["damage", "8"]], "0-4": [["damage", "9"]] } as const;
    const choices = { ...steps([0, 3], [0, 4]), facts } as unknown as ReturnType<typeof steps>;
    const { choosing } = chooser(position([0], choices));
    expect(choosing.factsAt(0)).toEqual([]);
    choosing.choose(0);
    expect(choosing.factsAt(3)).toEqual([["damage", "8"]]);
    expect(choosing.factsAt(5)).toEqual([]);
    choosing.choose(4);
    expect(choosing.factsAt(null)).toEqual([["damage", "9"]]);
  });
  it("lets go of its piece where that may move, unless pieces are placed by hand", () => {
    expect(chooser(MEN).choosing.isDraggable(0)).toBe(true);
    expect(chooser(MEN).choosing.isDraggable(3)).toBe(false);
    expect(chooser(MEN, true).choosing.isDraggable(0)).toBe(false);
  });
  it("lets go of the piece whose turn it is, which is no step of the move", () => {
    const staging = { mover: 2, carries: 1 };
    const { choosing } = chooser(position([2, 6], steps([3], [4]), { staging }));
    expect([2, 6].map((cell) => choosing.isDraggable(cell))).toEqual([true, false]);
  });
});
