import { expect, it } from "vitest";
import type { Room } from "../lib/types";
import { absent } from "./absence";

const seat = (away: number | null, kind = "person", taken = true) => ({ kind, taken, away });
const room = (first: object, second: object, more: object = {}): Room =>
  ({ state: "playing", moves: ["a", "b"], seats: [first, second], ...more }) as Room;

it("finds who is away from a game between two people", () => {
  const left = room(seat(null), seat(12.5));
  expect(absent(left, [0])).toEqual({ side: 1, away: 12.5, claimable: true });
  expect(absent(left, [])).toEqual({ side: 1, away: 12.5, claimable: false });
  expect(absent(room(seat(3), seat(null)), [1])?.side).toBe(0);
});

it("waits for nobody else", () => {
  expect(absent(room(seat(null), seat(null)), [0])).toBeNull();
  expect(absent(room(seat(null), seat(5)), [1])).toBeNull();
  expect(absent(room(seat(null), seat(5)), [0, 1])).toBeNull();
  expect(absent(room(seat(5), seat(null, "engine")), [])).toBeNull();
  expect(absent(room(seat(null), seat(null, "person", false)), [0])).toBeNull();
  expect(absent(room(seat(null), seat(5), { state: "over" }), [0])).toBeNull();
  expect(absent(room(seat(null), seat(5), { moves: ["a"] }), [0])).toBeNull();
});
