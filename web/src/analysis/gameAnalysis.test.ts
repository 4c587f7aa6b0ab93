import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../lib/api";
import { Source } from "../lib/fakeEvents";
import type { MoveAnalysis } from "../lib/types";
import { GameAnalysis } from "./gameAnalysis.svelte";
import { Session } from "./session.svelte";

const heading = { game: "noughts", start: null, players: null, outcome: null, termination: null };
const analysis: MoveAnalysis = {
  number: 2,
  side: 1,
  move: "a1",
  verdict: "good",
  loss: 0.1,
  before: 0.5,
  after: 0.6,
  best: "a3",
  line: ["a3"],
  score: null,
  hint: [],
};

beforeEach(() => {
  Source.opened = [];
  vi.restoreAllMocks();
  vi.stubGlobal("EventSource", Source);
});

function gameAnalysis(job: Promise<{ job: string }>): { work: GameAnalysis; stopped: string[] } {
  const stopped: string[] = [];
  vi.spyOn(api, "analyse").mockReturnValue(job);
  vi.spyOn(api, "stopJob").mockImplementation(async (name) => void stopped.push(name));
  return { work: new GameAnalysis(new Session({ ...heading, moves: ["b2", "a1"], fault: null })), stopped };
}

it("takes over analyses as they come, until the end", async () => {
  const { work } = gameAnalysis(Promise.resolve({ job: "one" }));
  const begun = work.start("strong", { nodes: 9 });
  expect(work.running).toBe(true);
  await begun;
  const [source] = Source.opened;
  source?.tell({ type: "move_analysis", analysis, values: [0.5, 0.4] });
  expect(work.analyses).toEqual([analysis]);
  source?.tell({ type: "done", state: "finished", message: "", code: "" });
  expect([work.running, work.fault, source?.readyState]).toEqual([false, "", Source.CLOSED]);
});

it("stops on the server what was left before the server answered", async () => {
  let answer: (job: { job: string }) => void = () => {};
  const { work, stopped } = gameAnalysis(new Promise((resolve) => (answer = resolve)));
  const begun = work.start("strong", { nodes: 9 });
  work.stop();
  answer({ job: "late" });
  await begun;
  expect([stopped, Source.opened.length, work.running]).toEqual([["late"], 0, false]);
});

it("says that the server is lost", async () => {
  const { work } = gameAnalysis(Promise.resolve({ job: "one" }));
  await work.start("strong", { nodes: 9 });
  Source.opened[0]?.fail();
  expect([work.running, work.fault]).toEqual([false, "error.unreachable"]);
});

it("analyses the main line, whatever variation is shown", async () => {
  const ask = vi.spyOn(api, "analyse").mockResolvedValue({ job: "one" });
  vi.spyOn(api, "scene").mockReturnValue(new Promise(() => {}));
  const session = new Session({ ...heading, moves: ["b2", "a1"], fault: null });
  session.play(["c3", "c1"]);
  session.walk("first");
  session.play(["a3"]);
  await new GameAnalysis(session).start("strong", { nodes: 9 });
  expect(ask.mock.calls[0]?.[0].moves).toEqual(["b2", "a1"]);
});
