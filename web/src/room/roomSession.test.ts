import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import { Refused } from "../lib/link";
import type * as live from "../lib/live";
import type { Room, Scene, Side } from "../lib/types";
import { RoomSession } from "./roomSession.svelte";

type Hearer = ConstructorParameters<typeof live.Live>[0];

const link = vi.hoisted(() => ({ hearer: null as unknown, send: vi.fn() }));

vi.mock("../lib/live", async (original) => ({
  ...(await original<typeof live>()),
  Live: class {
    readonly send = link.send;
    constructor(hearer: unknown) {
      link.hearer = hearer;
    }
  },
}));

vi.mock("../lib/sound", () => ({ play: vi.fn() }));

const seat = (yours: boolean) => ({ kind: "person", yours }) as Room["seats"][0];
const room = (moves: string[], more: Partial<Room> = {}): Room =>
  ({
    id: "r",
    game: "pebbles",
    start: null,
    moves,
    movers: moves.map((_, ply) => (ply % 2) as Side),
    seats: [seat(true), seat(false)],
    state: "playing",
    end: null,
    clock: null,
    offers: { draw: null, takeback: null },
    ...more,
  }) as Room;
const scene = (ply: number, moves: string[] = []): Scene =>
  ({
    ply,
    to_move: (ply % 2) as Side,
    pieces: [],
    choices: { moves, steps: moves.map((_, at) => [at]), origins: {}, ways: {}, facts: {} },
  }) as unknown as Scene;

/** A page in a room after these moves, in which others are legal. */
function enter(moves: string[] = [], legal: string[] = []) {
  const refused = vi.fn();
  const session = new RoomSession("r", refused);
  const { changed } = link.hearer as Hearer;
  changed(room(moves), scene(moves.length, legal));
  return { session, changed, refused };
}

beforeEach(() => {
  vi.useFakeTimers();
  link.send.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("going through a game", () => {
  it("shows earlier positions, from the server where they are not known, and then the present again", async () => {
    const { session } = enter(["a", "b", "c"]);
    const ask = vi.spyOn(api, "scenes").mockResolvedValue([0, 1, 2, 3].map((ply) => scene(ply)));
    session.walk("previous");
    await vi.waitFor(() => expect(session.scene?.ply).toBe(2));
    session.walk("first");
    expect([session.at, session.scene?.ply, ask.mock.calls.length]).toEqual([0, 0, 1]);
    session.walk("next");
    expect(session.at).toBe(1);
    session.walk("last");
    expect([session.ply, session.scene?.ply]).toEqual([null, 3]);
  });
  it("stays in the present where an earlier position cannot be had", async () => {
    const { session } = enter(["a"]);
    vi.spyOn(api, "scenes").mockRejectedValue(new Error("gone"));
    await session.go(0);
    expect([session.ply, session.toasts.length]).toEqual([null, 1]);
  });
  it("comes to the present when a move is taken back behind it", async () => {
    const { session, changed } = enter(["a", "b", "c"]);
    vi.spyOn(api, "scenes").mockResolvedValue([0, 1, 2, 3].map((ply) => scene(ply)));
    await session.go(2);
    changed(room(["a"]), scene(1));
    expect([session.ply, session.at]).toEqual([null, 1]);
  });
});

it("announces a new phase of the game, and no other change of what is counted", () => {
  const { session, changed } = enter(["a"]);
  const later = (ply: number, ...facts: [string, string][]) => ({ ...scene(ply), facts });
  changed(room(["a", "b"]), later(2, ["phase", "placing"], ["quiet", "1"]));
  changed(room(["a", "b", "c"]), later(3, ["phase", "placing"], ["quiet", "2"]));
  expect(session.toasts).toEqual([]);
  changed(room(["a", "b", "c", "d"]), later(4, ["phase", "moving"]));
  expect(session.toasts.map(({ text }) => text)).toEqual(["phase: moving"]);
});

describe("a move that is typed", () => {
  it("is played if no other begins like it", async () => {
    const { session } = enter([], ["c4", "c5", "d4"]);
    expect(await session.playTyped("D")).toBe(true);
    expect(link.send).toHaveBeenCalledWith({ type: "move", ply: 0, move: "d4" });
  });
  it("is asked for again if others do", async () => {
    const { session } = enter([], ["c4", "c5", "d4"]);
    expect(await session.playTyped("c")).toBe(false);
    expect([link.send.mock.calls.length, session.toasts.length]).toEqual([0, 1]);
  });
  it("is forgotten by the board when the server refuses it", async () => {
    const { session, refused } = enter([], ["c4"]);
    link.send.mockRejectedValue(new Refused("illegal_move", ""));
    expect(await session.playTyped("z9")).toBe(false);
    expect(refused).toHaveBeenCalledOnce();
  });
});

describe("what the reader sees", () => {
  it("is that a search waits, until more is heard", () => {
    const { session } = enter();
    expect([session.stateOf(0), session.stateOf(1)]).toEqual(["queued", null]);
    (link.hearer as Hearer).engine(0, "thinking");
    expect(session.stateOf(0)).toBe("thinking");
  });
  it("is that an offer has been refused, for a while", () => {
    const { session, changed } = enter();
    changed(room([], { offers: { draw: 0, takeback: null, rematch: null } }), scene(0));
    expect(session.toasts.length).toBe(0);
    changed(room([]), scene(0));
    expect(session.toasts.length).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(session.toasts.length).toBe(0);
  });
});
