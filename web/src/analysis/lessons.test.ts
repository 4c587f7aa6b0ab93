import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import { Source } from "../lib/fakeEvents";
import type { MoveAnalysis, Scene, Side, Thought } from "../lib/types";
import { GameAnalysis } from "./gameAnalysis.svelte";
import { Lessons } from "./lessons.svelte";
import { Session } from "./session.svelte";
import { mainLine } from "./tree";

const analysis = (
  number: number,
  side: Side,
  verdict: MoveAnalysis["verdict"],
  move: string,
): MoveAnalysis => ({
  number,
  side,
  move,
  verdict,
  loss: 0.4,
  before: 0.7,
  after: 0.3,
  best: "best",
  line: ["best", "reply"],
  score: null,
  hint: [number, 8],
});

const heading = { game: "noughts", start: null, players: null, outcome: null, termination: null };
let judged: Partial<Scene>;

/** A game of four moves: the first side blunders with its second one, the other side with its last one. */
function lessons(side: Side | null = null) {
  const session = new Session({ ...heading, moves: ["a", "b", "c", "d"], fault: null });
  const game = new GameAnalysis(session);
  game.line = mainLine(session.tree);
  for (const one of [
    analysis(1, 0, "best", "a"),
    analysis(2, 1, "good", "b"),
    analysis(3, 0, "blunder", "c"),
    analysis(4, 1, "mistake", "d"),
  ]) {
    session.keepAnalysis(game.line, one, []);
  }
  return { session, asked: new Lessons(session, game, side) };
}

beforeEach(() => {
  vi.useFakeTimers();
  Source.opened = [];
  judged = { end: null };
  vi.stubGlobal("EventSource", Source);
  vi.spyOn(api, "scene").mockImplementation(async () => ({ ...judged, choices: { moves: [] } }) as never);
  vi.spyOn(api, "think").mockResolvedValue({ job: "one" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the questions", () => {
  it("are the mistakes of one side, or of both", () => {
    expect(lessons().asked.questions.map((one) => one.number)).toEqual([3, 4]);
    expect(lessons(1).asked.questions.map((one) => one.number)).toEqual([4]);
  });

  it("come one after another, each in the position before the mistake", () => {
    const { asked, session } = lessons();
    asked.next();
    expect([asked.number, session.moves, asked.waits]).toEqual([3, ["a", "b"], true]);
    asked.next();
    expect([asked.number, session.moves]).toEqual([4, ["a", "b", "c"]]);
    asked.next();
    expect([asked.number, asked.question]).toEqual([0, undefined]);
  });
});

it("leaves no tries behind, but moves with notes", async () => {
  const { asked, session } = lessons();
  const size = session.tree.nodes.size;
  asked.next();
  await asked.play("c");
  asked.goOn();
  vi.advanceTimersByTime(5000);
  asked.retry();
  await asked.play("best");
  expect(session.tree.nodes.size).toBeGreaterThan(size);
  asked.next();
  expect([session.tree.nodes.size, session.moves]).toEqual([size, ["a", "b", "c"]]);
  await asked.play("best");
  session.note("to be kept");
  asked.stop();
  expect([session.tree.nodes.size, session.moves]).toEqual([size + 1, ["a", "b", "c", "best"]]);
  session.play(["mine"]);
  asked.stop();
  expect(session.moves.at(-1)).toBe("mine");
});

it("leaves the lines that the reader has explored, with the moves to them", async () => {
  const { asked, session } = lessons();
  const size = session.tree.nodes.size;
  asked.next();
  await asked.play("best");
  session.play(["explored"]);
  asked.stop();
  expect([session.tree.nodes.size, session.moves]).toEqual([size + 2, ["a", "b", "best", "explored"]]);
});

describe("an answer", () => {
  it("is right if it is the best move", async () => {
    const { asked, session } = lessons();
    asked.next();
    await asked.play("best");
    expect([asked.phase, [...asked.solved], session.moves]).toEqual(["right", [3], ["a", "b", "best"]]);
  });

  it("is wrong if it is the mistake, whose refutation is played out", async () => {
    const { asked, session } = lessons();
    asked.next();
    await asked.play("c");
    expect([asked.phase, asked.goesOn, asked.waits]).toEqual(["wrong", true, false]);
    asked.goOn();
    vi.advanceTimersByTime(5000);
    expect(session.moves).toEqual(["a", "b", "c", "best", "reply"]);
    asked.retry();
    expect([asked.phase, session.moves, asked.waits]).toEqual(["find", ["a", "b"], true]);
  });

  it.each([
    [0.68, "right"],
    [0.4, "wrong"],
  ])("that leaves %d to expect is %s", async (expectation, phase) => {
    const { asked } = lessons();
    asked.next();
    const answered = asked.play("other");
    await vi.waitFor(() => expect(Source.opened.length).toBe(1));
    expect(asked.phase).toBe("thinking");
    const thought = { expectation, pv: ["x"] } as Thought;
    Source.opened[0]?.tell({ type: "thought", thought });
    Source.opened[0]?.tell({ type: "done", state: "finished", message: "", code: "" });
    await answered;
    expect([asked.phase, asked.goesOn]).toEqual([phase, phase === "wrong"]);
  });

  it("that wins at once is right", async () => {
    const { asked } = lessons();
    asked.next();
    judged = { end: { outcome: 1 } as never };
    await asked.play("other");
    expect([asked.phase, vi.mocked(api.think).mock.calls.length]).toEqual(["right", 0]);
  });

  it("counts once, and not after the question was left", async () => {
    const { asked } = lessons();
    asked.next();
    const answered = asked.play("other");
    void asked.play("best");
    asked.next();
    await vi.waitFor(() => expect(Source.opened.length).toBe(1));
    Source.opened[0]?.tell({ type: "done", state: "finished", message: "", code: "" });
    await answered;
    expect([asked.number, asked.phase, asked.solved.size]).toEqual([4, "find", 0]);
  });
});

it("shows the cells of a hint to who asks for it", () => {
  const { asked } = lessons();
  asked.next();
  expect(asked.hintCells).toEqual([]);
  asked.hint();
  expect(asked.hintCells).toEqual([3, 8]);
  asked.next();
  expect(asked.hintCells).toEqual([]);
});

it("shows the best move to who gives up", () => {
  const { asked, session } = lessons();
  asked.next();
  asked.show();
  expect([asked.phase, session.moves, asked.solved.size]).toEqual(["shown", ["a", "b", "best"], 0]);
});
