import { expect, it } from "vitest";
import { ALL_PARTS, budgetOf, ladder, specOf, USUAL } from "./searches";

it("names what is switched off", () => {
  expect(specOf(USUAL)).toBe("alphabeta");
  const parts = ALL_PARTS.filter((part) => part !== "table" && part !== "pvs");
  expect(specOf({ ...USUAL, parts, reductions: 4 })).toBe("alphabeta:table=0,pvs=false,reductions=4");
  expect(specOf({ ...USUAL, algorithm: "minimax", depth: 3 })).toBe("minimax:depth=3");
});

it("limits each search by what it counts", () => {
  expect(budgetOf({ ...USUAL, depth: 5 })).toEqual({ depth: 5, nodes: 3_000_000 });
  expect(budgetOf({ ...USUAL, algorithm: "uct", simulations: 800 })).toEqual({ nodes: 800 });
  expect(budgetOf({ ...USUAL, algorithm: "proofnumber", nodes: 900 })).toEqual({ nodes: 900 });
});

it("adds a part at a time", () => {
  const specs = ladder(4).map(specOf);
  expect(new Set(specs).size).toBe(specs.length);
  expect(specs[0]).toBe("minimax:depth=4");
  expect(specs.at(-1)).toBe("alphabeta:quiescence=0");
});
