import { expect, it } from "vitest";
import type { Fact, Scene } from "../lib/types";
import { countsOf } from "./status";

it("counts what both sides have, and nothing else", () => {
  const facts: Fact[] = [
    ["score_first", "3"],
    ["quiet", "7"],
    ["score_second", "5"],
    ["hand_first", "1"],
  ];
  expect(countsOf({ facts } as Scene)).toEqual([{ key: "score", values: ["3", "5"] }]);
});
