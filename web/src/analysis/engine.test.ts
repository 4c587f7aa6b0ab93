import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import { Source } from "../lib/fakeEvents";
import type { Thought } from "../lib/types";
import { Engine } from "./engine.svelte";

const line = (...moves: string[]) => ({ game: "noughts", position: null, moves });
const thought = (ply: number, ...cells: number[]): Thought =>
  ({ ply, candidates: cells.map((cell) => ({ move: String(cell), steps: [cell] })) }) as unknown as Thought;

/** An engine that is on, and what the server has been asked. */
function engine() {
  const asked: string[][] = [];
  const stopped: string[] = [];
  vi.spyOn(api, "think").mockImplementation(async ({ moves }) => {
    asked.push([...moves]);
    return { job: `job ${asked.length}` };
  });
  vi.spyOn(api, "stopJob").mockImplementation(async (job) => void stopped.push(job));
  const one = new Engine();
  one.on = true;
  return { engine: one, asked, stopped };
}

beforeEach(() => {
  Source.opened = [];
  vi.restoreAllMocks();
  vi.stubGlobal("EventSource", Source);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an engine", () => {
  it("thinks of what is looked at for a while, not of what is passed by", async () => {
    const { engine: one, asked } = engine();
    one.start(line("a1"), () => {});
    await vi.advanceTimersByTimeAsync(100);
    one.start(line("a1", "b2"), () => {});
    await vi.advanceTimersByTimeAsync(300);
    expect(asked).toEqual([["a1", "b2"]]);
  });
  it("reports each thought, and shows none once it is off", async () => {
    const { engine: one } = engine();
    const told: (Thought | null)[] = [];
    one.start(line(), () => told.push(one.thought));
    await vi.advanceTimersByTimeAsync(300);
    Source.opened[0]?.tell({ type: "thought", thought: thought(0, 4) });
    expect([told.length, one.thought?.ply]).toEqual([1, 0]);
    one.on = false;
    expect(one.thought).toBeNull();
  });
  it("values the position by the best move compared, whichever it would play", async () => {
    const { engine: one } = engine();
    one.lines = 2;
    one.start(line(), () => {});
    await vi.advanceTimersByTimeAsync(300);
    const candidates = [
      { move: "a", score: 0.3, score_text: "+0.3" },
      { move: "b", score: 0.4, score_text: "+0.4" },
      { move: "c", score: 0.9, score_text: "+0.9" },
    ];
    const said = { ply: 0, move: "a", score_text: "+0.3", candidates };
    Source.opened[0]?.tell({ type: "thought", thought: said as unknown as Thought });
    expect(one.lead?.score_text).toBe("+0.4");
    Source.opened[0]?.tell({ type: "thought", thought: { ...said, candidates: [] } as unknown as Thought });
    expect(one.lead?.score_text).toBe("+0.3");
  });
  it("is switched on first, and then has the move played that it would make", async () => {
    const { engine: one } = engine();
    const played: string[][] = [];
    const play = () => one.playBest((moves) => played.push(moves));
    one.on = false;
    play();
    expect([one.on, played]).toEqual([true, []]);
    one.start(line(), () => {});
    await vi.advanceTimersByTimeAsync(300);
    Source.opened[0]?.tell({ type: "thought", thought: { ...thought(0, 4), move: "4" } });
    play();
    expect(played).toEqual([["4"]]);
  });
  it("is stopped on the server, too", async () => {
    const { engine: one, stopped } = engine();
    one.start(line(), () => {});
    await vi.advanceTimersByTimeAsync(300);
    one.stop();
    expect([stopped, Source.opened[0]?.readyState]).toEqual([["job 1"], Source.CLOSED]);
  });
  it("says what went wrong", async () => {
    const { engine: one } = engine();
    one.start(line(), () => {});
    await vi.advanceTimersByTimeAsync(300);
    Source.opened[0]?.tell({ type: "done", state: "failed", message: "no such player", code: "" });
    expect(one.fault).toBe("no such player");
    one.start(line(), () => {});
    expect(one.fault).toBe("");
  });
  it("points at as many moves as it compares, in the position that it thought of only", async () => {
    const { engine: one } = engine();
    one.lines = 2;
    one.start(line("a1"), () => {});
    await vi.advanceTimersByTimeAsync(300);
    Source.opened[0]?.tell({ type: "thought", thought: thought(1, 4, 8, 2) });
    expect(one.arrowsAt(1).map(({ steps, tone, label }) => [steps, tone, label])).toEqual([
      [[4], "best", "1"],
      [[8], "other", "2"],
    ]);
    expect(one.arrowsAt(0)).toEqual([]);
  });
});
