import { describe, expect, it } from "vitest";
import type { Choices } from "../lib/types";
import {
  back,
  begin,
  type Choice,
  confirm,
  foreseen,
  listed,
  next,
  type Options,
  take,
  typed,
  withWays,
  words,
} from "./choose";

const choice = (move: string, ...steps: Choice["steps"]): Choice => ({
  move,
  steps,
  origins: [],
  ways: [],
  facts: [],
});
/** Moves of several steps begin with a piece unless others are named as the cells with pieces. */
const options = (
  choices: Choice[],
  aliases: Record<string, number> = {},
  occupied = choices.filter(({ steps }) => steps.length > 1).map(({ steps }) => Number(steps[0])),
): Options => ({ choices, aliases, occupied: new Set(occupied) });

/** Take steps one after another; the last click's result. */
function walk(from: Options, ...steps: Choice["steps"]) {
  let taken = { walk: begin(from), move: null as Choice | null };
  for (const step of steps) taken = take(from, taken.walk, step);
  return taken;
}

const amazon = options([
  choice("a1-a2/a3", 0, 1, 2),
  choice("a1-a2/a1", 0, 1, 0),
  choice("a1-a3/a2", 0, 2, 1),
  choice("b1-b2/b3", 5, 6, 7),
]);

describe("what the server tells", () => {
  it("is a list of moves with their steps, and facts of some", () => {
    const told: Choices = {
      moves: ["c4", "c4xd5"],
      steps: [[30], [30, 41]],
      origins: { c4: [21] },
      ways: { c4xd5: [[30, 35, 41]] },
      facts: { c4xd5: [["damage", "8"]] },
    };
    expect(listed(told)).toEqual([
      { move: "c4", steps: [30], origins: [21], ways: [], facts: [] },
      { move: "c4xd5", steps: [30, 41], origins: [], ways: [[30, 35, 41]], facts: [["damage", "8"]] },
    ]);
  });
  it("is nothing where it is not for the reader to move", () => {
    expect(listed(null)).toEqual([]);
    expect(listed(undefined)).toEqual([]);
  });
});

describe("moves of one step", () => {
  const placing = options([choice("d3", 19), choice("c4", 26), choice("pass", "pass")]);

  it("are played at the first click", () => {
    expect(walk(placing, 19).move?.move).toBe("d3");
  });
  it("offers words as buttons and plays them", () => {
    expect(words(begin(placing))).toEqual(["pass"]);
    expect(walk(placing, "pass").move?.move).toBe("pass");
  });
  it("does nothing for another cell or word", () => {
    expect(walk(placing, 3)).toEqual({ walk: begin(placing), move: null });
    expect(walk(placing, "wait")).toEqual({ walk: begin(placing), move: null });
  });
});

describe("aliases", () => {
  const connect = options([choice("1", 7), choice("2", 1)], { "0": 7, "14": 7, "8": 1 });

  it("lets any cell of a column stand for where the stone lands", () => {
    expect(walk(connect, 14).move?.move).toBe("1");
    expect(walk(connect, 8).move?.move).toBe("2");
  });
  it("prefers a cell that is a step itself", () => {
    expect(walk(options([choice("x", 1), choice("y", 2)], { "1": 2 }), 1).move?.move).toBe("x");
  });
  it("confirms through an alias, too", () => {
    const both = options([choice("a", 1), choice("ab", 1, 2)], { "5": 1 });
    expect(walk(both, 5).move).toBeNull();
    expect(walk(both, 5, 5).move?.move).toBe("a");
  });
});

describe("staged moves", () => {
  it("goes on step by step", () => {
    expect(next(begin(amazon))).toEqual([0, 5]);
    expect(next(walk(amazon, 0).walk)).toEqual([1, 2]);
    expect(next(walk(amazon, 0, 1).walk)).toEqual([2, 0]);
    expect(walk(amazon, 0, 1, 2).move?.move).toBe("a1-a2/a3");
  });
  it("lets the last step return to the first cell", () => {
    expect(walk(amazon, 0, 1, 0).move?.move).toBe("a1-a2/a1");
  });
  it("takes a step back by a second click on it", () => {
    expect(walk(amazon, 0, 1, 1).walk.steps).toEqual([0]);
    expect(walk(amazon, 0, 0).walk.steps).toEqual([]);
  });
  it("begins anew with another piece, or with nothing at all", () => {
    expect(walk(amazon, 0, 5).walk.steps).toEqual([5]);
    expect(walk(amazon, 0, 40).walk.steps).toEqual([]);
  });
  it("keeps its steps where a click means nothing", () => {
    expect(walk(amazon, 0, 1, 5).walk.steps).toEqual([0, 1]);
    expect(walk(amazon, 0, 1, 40).walk.steps).toEqual([0, 1]);
    const mill = options([choice("3x7", 3, 7), choice("3x8", 3, 8), choice("4", 4)], {}, [7, 8, 9]);
    for (const wrong of [4, 9, 40]) expect(walk(mill, 3, wrong).walk.steps).toEqual([3]);
    expect(walk(mill, 3, 3).walk.steps).toEqual([]);
  });
  it("goes back behind an earlier step that is clicked again", () => {
    const slides = options([choice("a-bxc", 0, 1, 5), choice("a-bxd", 0, 1, 6), choice("a-c", 0, 2)]);
    expect(walk(slides, 0, 1, 0).walk.steps).toEqual([]);
  });
  it("undoes a step, and none at the beginning", () => {
    expect(back(amazon, walk(amazon, 0, 1).walk).steps).toEqual([0]);
    expect(back(amazon, begin(amazon)).steps).toEqual([]);
  });
  it("leaves the walk it was given as it was", () => {
    const before = walk(amazon, 0).walk;
    take(amazon, before, 1);
    expect(before.steps).toEqual([0]);
    expect(before.open).toHaveLength(3);
  });
});

describe("a move with which others begin", () => {
  const units = options([
    choice("c4", 4),
    choice("c4xd5", 4, 9),
    choice("c4xd6", 4, 10),
    choice("wait", "wait"),
  ]);

  it("waits for a confirmation", () => {
    const { walk: there, move } = walk(units, 4);
    expect(move).toBeNull();
    expect(there.whole?.move).toBe("c4");
    expect(next(there)).toEqual([9, 10]);
    expect(confirm(there).move?.move).toBe("c4");
  });
  it("is confirmed by a second click on its end", () => {
    expect(walk(units, 4, 4).move?.move).toBe("c4");
  });
  it("may be gone on from", () => {
    expect(walk(units, 4, 10).move?.move).toBe("c4xd6");
  });
  it("cannot be confirmed before it is whole", () => {
    expect(confirm(begin(units)).move).toBeNull();
  });
  it("tells beforehand which move a step would make", () => {
    expect(foreseen(units, begin(units), 4)?.move).toBe("c4");
    expect(foreseen(units, walk(units, 4).walk, 9)?.move).toBe("c4xd5");
    expect(foreseen(amazon, begin(amazon), 0)).toBeNull();
    expect(foreseen(amazon, begin(amazon), 5)?.move).toBe("b1-b2/b3");
  });
});

describe("capture chains", () => {
  const jumps = options([
    choice("32x23x14", 32, 23, 14),
    choice("32x23x12", 32, 23, 12),
    choice("31x22", 31, 22),
  ]);

  it("may be shortened by a click on the end that only one reaches", () => {
    expect(walk(jumps, 32, 14).move?.move).toBe("32x23x14");
  });
  it("are not begun by a click on the end", () => {
    expect(walk(jumps, 14).move).toBeNull();
  });
  it("are not shortened where two moves end there: the way is asked for", () => {
    const round = options([choice("1x2x9", 1, 2, 9), choice("1x3x9", 1, 3, 9)]);
    expect(walk(round, 1, 9)).toEqual({ walk: walk(round, 1).walk, move: null });
    expect(walk(round, 1, 9, 3, 9).move?.move).toBe("1x3x9");
  });
});

describe("a move of two cells with ways between them", () => {
  const along = (move: string, ends: number[], ...ways: number[][]) => ({ ...choice(move, ...ends), ways });
  const jumps = options(
    withWays([
      along("1x9", [1, 9], [1, 3, 9], [1, 5, 9]),
      along("1x8", [1, 8], [1, 3, 4, 8]),
      along("2x6", [2, 6]),
    ]),
  );

  it("is made by its last cell, or by each cell in turn, whichever way", () => {
    expect(next(walk(jumps, 1).walk)).toEqual([9, 3, 5, 8]);
    for (const steps of [
      [1, 9],
      [1, 3, 9],
      [1, 5, 9],
    ])
      expect(walk(jumps, ...steps).move?.move).toBe("1x9");
    expect(next(walk(jumps, 1, 3).walk)).toEqual([9, 4]);
    expect(walk(jumps, 1, 3, 4, 8).move?.move).toBe("1x8");
  });
  it("may be shortened on its way, and has the cells that were clicked", () => {
    expect(walk(jumps, 1, 3, 8).move?.steps).toEqual([1, 3, 4, 8]);
    expect(foreseen(jumps, walk(jumps, 1).walk, 5)?.move).toBe("1x9");
    expect(foreseen(jumps, walk(jumps, 1).walk, 3)).toBeNull();
  });
  it("may come back to where it began", () => {
    const round = options(withWays([along("1x1", [1, 1], [1, 3, 7, 1], [1, 7, 3, 1])]));
    expect(walk(round, 1, 7, 3, 1).move?.move).toBe("1x1");
    expect(walk(round, 1, 1).move?.move).toBe("1x1");
  });
});

describe("a move that may come from several pieces", () => {
  const copy = (move: string, target: number, ...origins: number[]) => ({ ...choice(move, target), origins });
  const from = options(
    withWays([copy("b1", 1, 0, 2), copy("c1", 3, 2), choice("a1-c1", 0, 3), choice("a1-c2", 0, 4)]),
  );

  it("is made by a click on its target alone", () => {
    expect(walk(from, 1).move?.move).toBe("b1");
    expect(walk(from, 3).move?.move).toBe("c1");
  });
  it("is among those of each of these pieces", () => {
    expect(next(begin(from))).toEqual([1, 0, 2, 3]);
    expect(next(walk(from, 0).walk)).toEqual([1, 3, 4]);
    expect(next(walk(from, 2).walk)).toEqual([1, 3]);
    expect(walk(from, 0, 1).move?.move).toBe("b1");
    expect(walk(from, 2, 1).move?.move).toBe("b1");
    expect(walk(from, 0, 3).move?.move).toBe("a1-c1");
  });
  it("is not made from other pieces than the chosen one: a click there takes the choice back", () => {
    const apart = options(withWays([copy("b1", 1, 0), copy("z9", 9, 8), choice("a1-c1", 0, 3)]));
    expect(walk(apart, 0, 9)).toEqual({ walk: begin(apart), move: null });
    expect(walk(apart, 0, 8).walk.steps).toEqual([8]);
  });
});

describe("typed moves", () => {
  it("finds moves by their beginning", () => {
    expect(typed(amazon, " A1-A2 ").map(({ move }) => move)).toEqual(["a1-a2/a3", "a1-a2/a1"]);
  });
  it("prefers a move that is exactly that", () => {
    const columns = options([choice("1", 1), choice("11", 11)]);
    expect(typed(columns, "1").map(({ move }) => move)).toEqual(["1"]);
  });
  it("finds nothing for nothing", () => {
    expect(typed(amazon, "  ")).toEqual([]);
    expect(typed(amazon, "q9")).toEqual([]);
  });
});
