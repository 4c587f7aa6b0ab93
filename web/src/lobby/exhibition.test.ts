import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import type * as live from "../lib/live";
import type { Listener } from "../lib/live";
import type { Board, Room, Scene } from "../lib/types";
import { Exhibition } from "./exhibition.svelte";

const { hearers, closed } = vi.hoisted(() => ({ hearers: [] as Listener[], closed: vi.fn() }));

vi.mock("../lib/live", async (original) => ({
  ...(await original<typeof live>()),
  Live: class {
    readonly close = closed;
    constructor(hearer: Listener) {
      hearers.push(hearer);
    }
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  hearers.length = 0;
  closed.mockClear();
  vi.spyOn(api, "exhibition").mockImplementation(
    async () => ({ id: `r${hearers.length}`, game: "a" }) as Room,
  );
  vi.spyOn(api, "board").mockResolvedValue({} as Board);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

it("follows a game and, some time after its end, the next one", async () => {
  const exhibition = new Exhibition();
  exhibition.start();
  await settle();
  hearers[0]?.changed({ id: "r0", state: "playing" } as Room, { ply: 1 } as Scene);
  expect(exhibition.room?.id).toBe("r0");
  hearers[0]?.changed({ id: "r0", state: "over" } as Room, { ply: 9 } as Scene);
  expect(exhibition.scene?.ply).toBe(9);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(hearers.length).toBe(2);
});

it("asks again where the server does not answer, and no more once it is stopped", async () => {
  const ask = vi.spyOn(api, "exhibition").mockRejectedValue(new Error("gone"));
  const exhibition = new Exhibition();
  exhibition.start();
  await vi.advanceTimersByTimeAsync(7000);
  expect(ask).toHaveBeenCalledTimes(2);
  exhibition.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("leaves a game that is not looked at any more", async () => {
  const exhibition = new Exhibition();
  exhibition.start();
  await settle();
  exhibition.stop();
  expect([closed.mock.calls.length, exhibition.on]).toEqual([1, false]);
});
