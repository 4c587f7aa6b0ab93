import { describe, expect, it } from "vitest";
import { moodOf } from "./mood";

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
