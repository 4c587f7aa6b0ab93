import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backoff, type Connection, type Socket } from "./link";
import { Live } from "./live";
import type { Room, RoomMessage, Scene, Side, Thought } from "./types";

class Fake implements Socket {
  static all: Fake[] = [];
  onopen: Socket["onopen"] = null;
  onclose: Socket["onclose"] = null;
  onmessage: Socket["onmessage"] = null;
  sent: { id: number; type: string; [key: string]: unknown }[] = [];
  closed = false;

  constructor() {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  tell(message: RoomMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  greet(version: number, moves: string[]): void {
    this.onopen?.();
    this.tell({ type: "room", room: room(version, moves), scene: scene(moves.length) });
  }
  fail(code = 1006): void {
    this.onclose?.({ code });
  }
}

const seat = {
  kind: "person",
  name: "",
  taken: true,
  yours: false,
  own: false,
  connected: false,
  away: null,
} as const;
const room = (version: number, moves: string[]): Room => ({
  id: "r",
  version,
  game: "pebbles",
  start: null,
  moves,
  movers: moves.map((_, ply) => (ply % 2) as Side),
  seconds: moves.map(() => 1),
  seats: [seat, seat],
  state: "playing",
  end: null,
  clock: null,
  pause: 0.5,
  offers: { draw: null, takeback: null, rematch: null },
  public: false,
  yours: true,
  unrated: null,
  rematch: null,
  spectators: 0,
  watching: [],
  created: "2026-01-01T00:00:00Z",
});
const scene = (ply: number) => ({ ply, to_move: ply % 2 }) as Scene;
const moved = (version: number, ply: number, move: string): RoomMessage => ({
  type: "move",
  version,
  ply,
  move,
  seconds: 2,
  scene: scene(ply),
  clock: null,
  state: "playing",
  end: null,
  offers: { draw: null, takeback: null, rematch: null },
});

function start() {
  const rooms: Room[] = [];
  const states: Connection[] = [];
  const thoughts: Thought[] = [];
  const engines: [number, string][] = [];
  const troubles: string[] = [];
  const live = new Live(
    {
      changed: (one) => rooms.push(one),
      connection: (state) => states.push(state),
      thought: (one) => thoughts.push(one),
      engine: (side, state) => engines.push([side, state]),
      trouble: ({ code }) => troubles.push(code),
    },
    { open: () => new Fake(), delay: () => 100 },
  );
  return { live, rooms, states, thoughts, engines, troubles, socket: () => Fake.all.at(-1) as Fake };
}

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
});
afterEach(() => vi.useRealTimers());

describe("what the server tells", () => {
  it("is open once the room has come", () => {
    const { states, socket, rooms } = start();
    expect(states).toEqual([]);
    socket().greet(3, ["d3"]);
    expect(states).toEqual(["open"]);
    expect(rooms.at(-1)?.moves).toEqual(["d3"]);
  });
  it("adds moves, and drops one that came before", () => {
    const { rooms, socket } = start();
    socket().greet(3, ["d3"]);
    socket().tell(moved(4, 2, "c5"));
    socket().tell(moved(4, 2, "c5"));
    socket().tell(moved(2, 1, "d3"));
    expect(rooms.at(-1)?.moves).toEqual(["d3", "c5"]);
    expect(rooms.at(-1)?.movers).toEqual([0, 1]);
    expect(rooms.at(-1)?.seconds).toEqual([1, 2]);
    expect(rooms).toHaveLength(2);
  });
  it("drops a whole room that is older than what is known", () => {
    const { rooms, socket } = start();
    socket().greet(3, ["d3"]);
    socket().tell({ type: "room", room: room(2, []), scene: scene(0) });
    expect(rooms).toHaveLength(1);
  });
  it("takes back moves when the room says so", () => {
    const { rooms, socket } = start();
    socket().greet(3, ["d3", "c5"]);
    socket().tell({ type: "room", room: room(4, []), scene: scene(0) });
    expect(rooms.at(-1)?.moves).toEqual([]);
  });
  it("connects anew when a move is missing", () => {
    const { socket, rooms, states } = start();
    const first = socket();
    first.greet(3, ["d3"]);
    first.tell(moved(5, 3, "e6"));
    expect(first.closed).toBe(true);
    vi.advanceTimersByTime(100);
    socket().greet(5, ["d3", "c5", "e6"]);
    expect(rooms.at(-1)?.moves).toHaveLength(3);
    expect(states).toEqual(["open", "lost", "open"]);
  });
  it("hears who is there, and what machines think", () => {
    const { socket, rooms, thoughts, engines, troubles } = start();
    socket().greet(3, []);
    socket().tell({
      type: "presence",
      version: 4,
      connected: [true, false],
      away: [null, 7],
      spectators: 2,
      watching: ["Ann"],
    });
    expect(rooms.at(-1)?.seats.map(({ connected }) => connected)).toEqual([true, false]);
    expect(rooms.at(-1)?.seats.map(({ away }) => away)).toEqual([null, 7]);
    expect(rooms.at(-1)?.spectators).toBe(2);
    expect(rooms.at(-1)?.watching).toEqual(["Ann"]);
    socket().tell({ type: "thought", thought: { ply: 0 } as Thought });
    expect(thoughts).toHaveLength(1);
    socket().tell({ type: "engine", side: 1, state: "preparing" });
    expect(engines).toEqual([[1, "preparing"]]);
    socket().tell({ type: "error", id: null, code: "database", message: "" });
    expect(troubles).toEqual(["database"]);
  });
  it("takes the move that made somebody's coming known before it", () => {
    const { socket, rooms } = start();
    socket().greet(3, []);
    socket().tell({
      type: "presence",
      version: 4,
      connected: [true, true],
      away: [null, null],
      spectators: 0,
      watching: [],
    });
    socket().tell(moved(4, 1, "d3"));
    expect(rooms.at(-1)?.moves).toEqual(["d3"]);
  });
});

describe("commands", () => {
  it("are fulfilled when they are done", async () => {
    const { live, socket } = start();
    socket().greet(1, []);
    const done = live.send({ type: "move", ply: 0, move: "d3" });
    const { id, ...rest } = socket().sent[0] as { id: number };
    expect(rest).toEqual({ type: "move", ply: 0, move: "d3" });
    socket().tell({ type: "done", id, invitation: null });
    await expect(done).resolves.toBeUndefined();
    const released = live.send({ type: "release", side: 1 });
    socket().tell({ type: "done", id: socket().sent[1]?.id ?? 0, invitation: "secret" });
    await expect(released).resolves.toBe("secret");
  });
  it("are refused with the server's code", async () => {
    const { live, socket } = start();
    socket().greet(1, []);
    const done = live.send({ type: "resign" });
    socket().tell({
      type: "error",
      id: socket().sent[0]?.id ?? 0,
      code: "over",
      message: "the game is over",
    });
    await expect(done).rejects.toMatchObject({ code: "over", message: "the game is over" });
  });
  it("are refused at once without a connection, but for moves, which wait", async () => {
    const { live, socket } = start();
    await expect(live.send({ type: "resign" })).rejects.toMatchObject({ code: "lost" });
    live.send({ type: "move", ply: 0, move: "d3" });
    socket().greet(1, []);
    expect(socket().sent.map(({ type }) => type)).toEqual(["move"]);
  });
  it("sends a move again, under its number, after the connection broke, and nothing else", async () => {
    const { live, socket } = start();
    const first = socket();
    first.greet(1, []);
    const move = live.send({ type: "move", ply: 0, move: "d3" });
    const resign = live.send({ type: "resign" });
    first.fail();
    await expect(resign).rejects.toMatchObject({ code: "lost" });
    vi.advanceTimersByTime(100);
    socket().greet(1, []);
    expect(socket().sent).toEqual([first.sent[0]]);
    socket().tell({ type: "done", id: first.sent[0]?.id ?? 0, invitation: null });
    await expect(move).resolves.toBeUndefined();
  });
  it("hears of hints until they are done", async () => {
    const { live, socket } = start();
    socket().greet(1, []);
    const heard: string[] = [];
    const done = live.hint(0, (thought) => heard.push(thought.move));
    const id = socket().sent[0]?.id ?? 0;
    socket().tell({ type: "hint", id, thought: { move: "d3" } as Thought });
    socket().tell({ type: "done", id, invitation: null });
    await done;
    expect(heard).toEqual(["d3"]);
  });
});

describe("the connection", () => {
  it("accepts the room of a restarted server whose versions begin anew", () => {
    const { socket, rooms } = start();
    socket().greet(9, ["d3"]);
    socket().fail();
    vi.advanceTimersByTime(100);
    socket().greet(1, ["d3"]);
    expect(rooms.at(-1)?.version).toBe(1);
  });
  it("tries again and again until it is closed", () => {
    const { live, socket, states } = start();
    socket().fail();
    vi.advanceTimersByTime(100);
    socket().fail();
    vi.advanceTimersByTime(100);
    expect(Fake.all).toHaveLength(3);
    live.close();
    socket().fail();
    vi.advanceTimersByTime(1000);
    expect(Fake.all).toHaveLength(3);
    expect(states).toEqual(["lost", "closed"]);
  });
  it("does not come again where there is no such room", () => {
    const { socket, states } = start();
    socket().fail(4004);
    vi.advanceTimersByTime(1000);
    expect(Fake.all).toHaveLength(1);
    expect(states).toEqual(["closed"]);
  });
  it("asks for a sign of life and gives up where there is none", () => {
    const { socket } = start();
    const first = socket();
    first.greet(1, []);
    vi.advanceTimersByTime(20_000);
    expect(first.sent.at(-1)?.type).toBe("ping");
    vi.advanceTimersByTime(60_000);
    expect(first.closed).toBe(true);
    expect(Fake.all.length).toBeGreaterThan(1);
  });
  it("hurries when it is told to", () => {
    const { live, socket } = start();
    socket().fail();
    live.hurry();
    expect(Fake.all).toHaveLength(2);
  });
  it("waits longer and longer", () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect([1, 2, 3, 20].map(backoff)).toEqual([500, 1000, 2000, 10_000]);
    vi.restoreAllMocks();
  });
});
