import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Room, Scene, Side } from "../lib/types";
import { type News, Pace } from "./pace";

/** A room after as many moves by turns, in which the second side is a machine. */
const played = (plies: number, more: Partial<Room> = {}): Room =>
  ({
    moves: Array.from({ length: plies }, (_, ply) => `m${ply}`),
    movers: Array.from({ length: plies }, (_, ply) => (ply % 2) as Side),
    seats: [{ kind: "person" }, { kind: "engine" }],
    ...more,
  }) as Room;

function start(hurried = false) {
  const shown: News[] = [];
  const pace = new Pace(
    (news) => shown.push(news),
    () => hurried,
  );
  const take = (...rooms: Room[]) => {
    for (const room of rooms) pace.take(room, {} as Scene);
  };
  return { pace, take, shown, plies: () => shown.map(({ room }) => room.moves.length) };
}

const MACHINES = [{ kind: "engine" }, { kind: "engine" }] as Room["seats"];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the move of a machine", () => {
  it("waits until the one before it has been seen, and counts from when it came", () => {
    const { take, shown, plies } = start();
    take(played(0), played(1));
    vi.advanceTimersByTime(100);
    const came = performance.now();
    take(played(2));
    vi.advanceTimersByTime(400);
    expect(plies()).toEqual([0, 1]);
    vi.advanceTimersByTime(100);
    expect(plies()).toEqual([0, 1, 2]);
    expect(shown.at(-1)?.came).toBe(came);
  });
  it("does not wait where it has taken its time", () => {
    const { take, plies } = start();
    take(played(0), played(1));
    vi.advanceTimersByTime(2000);
    take(played(2));
    expect(plies()).toEqual([0, 1, 2]);
  });
  it("is passed on at once to those who want no motion, as it is at the beginning", () => {
    const { take, plies } = start(true);
    take(played(1), played(2));
    expect(plies()).toEqual([1, 2]);
    const late = start();
    late.take(played(2));
    expect(late.plies()).toEqual([2]);
  });
  it("waits for less where many wait", () => {
    const { take, plies } = start();
    take(...Array.from({ length: 41 }, (_, ply) => played(ply, { seats: MACHINES })));
    vi.advanceTimersByTime(9000);
    expect(plies()).toHaveLength(41);
  });
});

describe("other changes", () => {
  it("do not wait, unless something before them does", () => {
    const { take, plies } = start();
    take(played(0), played(1), played(2), played(2, { spectators: 1 }));
    expect(plies()).toEqual([0, 1]);
    vi.advanceTimersByTime(600);
    expect(plies()).toEqual([0, 1, 2, 2]);
    take(played(0), played(1));
    expect(plies()).toEqual([0, 1, 2, 2, 0, 1]);
  });
  it("are not passed on any more after the end", () => {
    const { pace, take, plies } = start();
    take(played(0), played(1), played(2));
    pace.stop();
    vi.advanceTimersByTime(1000);
    expect(plies()).toEqual([0, 1]);
  });
});
