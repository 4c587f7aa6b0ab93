import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Scene, Side, Thought } from "../lib/types";
import { Glance } from "./glance.svelte";

/** What a side thought about the position at a ply: that a cell is best, after so many visits. */
const thought = (ply: number, side: Side, cell: number, visits = 0): Thought =>
  ({ ply, side, candidates: [{ steps: [cell], visits }] }) as unknown as Thought;

function room(at: number, ...thoughts: Thought[]) {
  const session = {
    thoughts: new Map(thoughts.map((one) => [one.ply, one])),
    hint: null as Thought | null,
    at,
    sceneAt: (ply: number | null) => (ply === null ? null : ({ ply } as Scene)),
    recall: async (ply: number) => ply < 5,
  };
  return { session, glance: new Glance(session) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a glance", () => {
  it("shows the position of a thought, and for a moment longer than it is pointed at", async () => {
    const { glance } = room(4, thought(2, 0, 7));
    expect(glance.scene).toBeNull();
    expect((await glance.look(2))?.ply).toBe(2);
    expect(glance.ply).toBe(2);
    await glance.look(null);
    expect(glance.ply).toBe(2);
    vi.advanceTimersByTime(200);
    expect(glance.ply).toBeNull();
  });
  it("goes from one thought to another without what lies between", async () => {
    const { glance } = room(4);
    await glance.look(2);
    await glance.look(null);
    await glance.look(3);
    vi.advanceTimersByTime(200);
    expect(glance.ply).toBe(3);
  });
  it("shows nothing that cannot be had", async () => {
    expect(await room(6).glance.look(5)).toBeNull();
  });
});

describe("thoughts", () => {
  it("are the latest of a side up to where the reader is", () => {
    const { glance } = room(3, thought(0, 0, 1), thought(2, 0, 2), thought(3, 1, 3), thought(4, 0, 4));
    expect(glance.latest(({ side }) => side === 0)?.ply).toBe(2);
    expect(glance.latest(({ side }) => side === 1)?.ply).toBe(3);
    expect(room(0).glance.latest(() => true)).toBeNull();
  });
  it("show their visits, on the position that they are about", () => {
    const { glance } = room(3, thought(1, 0, 7, 20), thought(2, 1, 8));
    expect(glance.counted).toBe(true);
    glance.heated = true;
    expect(glance.ply).toBe(1);
    expect(glance.highlightAt(1).heat).toEqual(new Map([[7, 1]]));
    expect(glance.highlightAt(0).heat).toBeUndefined();
    expect(room(3, thought(2, 1, 8)).glance.counted).toBe(false);
  });
});

it("shows advice where it was asked for only", () => {
  const { session, glance } = room(3);
  session.hint = thought(3, 0, 5);
  expect(glance.hint).toBe(session.hint);
  expect(glance.highlightAt(3).arrows).toEqual([{ steps: [5], tone: "hint", weight: 1 }]);
  expect(glance.highlightAt(2).arrows).toEqual([]);
  session.at = 2;
  expect(glance.hint).toBeNull();
});
