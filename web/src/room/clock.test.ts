import { describe, expect, it } from "vitest";
import type { Clock } from "../lib/types";
import { clockText, left } from "./clock";

const clock: Clock = { control: "5m+3s", left: [300, 12.5], running: 1 };

describe("a clock", () => {
  it("runs for the side whose turn it is, and stands for the other", () => {
    expect(left(clock, 1, 2)).toBe(10.5);
    expect(left(clock, 0, 2)).toBe(300);
  });
  it("does not fall below nothing, nor run backwards", () => {
    expect(left(clock, 1, 60)).toBe(0);
    expect(left(clock, 1, -5)).toBe(12.5);
  });
  it("stands while none runs", () => {
    expect(left({ ...clock, running: null }, 1, 9)).toBe(12.5);
  });
  it("shows tenths at the end, and hours where there are some", () => {
    expect([9.99, 10, 59.9, 300, 3909.2].map(clockText)).toEqual(["9.9", "0:10", "0:59", "5:00", "1:05:09"]);
  });
});
