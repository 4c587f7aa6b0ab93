import { describe, expect, it } from "vitest";
import type { Side } from "../lib/types";
import { alternate, runsOf } from "./turns";

const movers = (text: string): Side[] => [...text].map((one) => Number(one) as Side);

describe("the moves of a game by sides", () => {
  it("are single ones where the sides move by turns, whoever begins", () => {
    expect(runsOf(movers("101"))).toEqual([
      { side: 1, first: 0, count: 1 },
      { side: 0, first: 1, count: 1 },
      { side: 1, first: 2, count: 1 },
    ]);
    for (const text of ["", "0", "0101", "10"]) expect(alternate(runsOf(movers(text)))).toBe(true);
  });

  it("stand together where a side moves again", () => {
    const runs = runsOf(movers("0111001"));
    expect(runs).toEqual([
      { side: 0, first: 0, count: 1 },
      { side: 1, first: 1, count: 3 },
      { side: 0, first: 4, count: 2 },
      { side: 1, first: 6, count: 1 },
    ]);
    expect(alternate(runs)).toBe(false);
  });
});
