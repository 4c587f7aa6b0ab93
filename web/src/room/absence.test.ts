import { expect, it } from "vitest";
import type { Room } from "../lib/types";
import { absenceOf, patience } from "./absence";

const seat = (away: number | null, kind = "person", taken = true) => ({ kind, taken, away });
const room = (first: object, second: object, more: object = {}): Room =>
  ({ state: "playing", moves: ["a", "b"], seats: [first, second], ...more }) as Room;
const there = { seen: 20_000, lost: null };

it("finds who is away from a game between two people", () => {
  const left = room(seat(null), seat(12.5));
  expect(absenceOf(left, 1, [0], there)).toEqual({ since: 7500, of: "opponent" });
  expect(absenceOf(left, 1, [], there)).toEqual({ since: 7500, of: "other" });
  expect(absenceOf(left, 0, [0], there)).toBeNull();
});

it("counts the reader as away whose connection is lost", () => {
  const both = room(seat(null), seat(null));
  expect(absenceOf(both, 0, [0], { seen: 0, lost: 4000 })).toEqual({ since: 4000, of: "reader" });
  expect(absenceOf(both, 1, [0], { seen: 0, lost: 4000 })).toBeNull();
});

it("waits for nobody else", () => {
  expect(absenceOf(room(seat(null), seat(null)), 1, [0], there)).toBeNull();
  expect(absenceOf(room(seat(null), seat(5)), 1, [0, 1], there)).toBeNull();
  expect(absenceOf(room(seat(5), seat(null, "engine")), 0, [], there)).toBeNull();
  expect(absenceOf(room(seat(null), seat(5, "person", false)), 1, [0], there)).toBeNull();
  expect(absenceOf(room(seat(null), seat(5), { state: "over" }), 1, [0], there)).toBeNull();
  expect(absenceOf(room(seat(null), seat(5), { moves: ["a"] }), 1, [0], there)).toBeNull();
});

it("is patient for a minute", () => {
  const gone = { since: 1000, of: "opponent" } as const;
  expect([patience(gone, 1000), patience(gone, 31_500), patience(gone, 99_000)]).toEqual([60, 30, 0]);
});
