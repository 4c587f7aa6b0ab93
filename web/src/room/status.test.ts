import { describe, expect, it } from "vitest";
import type { Fact, Scene } from "../lib/types";
import { countsOf, moodOf } from "./status";

describe("the mood of an end", () => {
  it("is that of the side that the reader plays", () => {
    expect([moodOf(1, [0]), moodOf(1, [1]), moodOf(-1, [1]), moodOf(-1, [0])]).toEqual([
      "won",
      "lost",
      "won",
      "lost",
    ]);
  });

  it("is nobody's for who plays both sides or none, and where nobody knows", () => {
    expect([moodOf(1, []), moodOf(-1, [0, 1]), moodOf(null, [0])]).toEqual(["over", "over", "over"]);
    expect([moodOf(0, []), moodOf(0, [1])]).toEqual(["drawn", "drawn"]);
  });
});

it("counts what both sides have, and nothing else", () => {
  const facts: Fact[] = [
    ["score_first", "3"],
    ["quiet", "7"],
    ["score_second", "5"],
    ["hand_first", "1"],
  ];
  expect(countsOf({ facts } as Scene)).toEqual([{ key: "score", values: ["3", "5"] }]);
});
