import { expect, it, vi } from "vitest";
import { api } from "../lib/api";
import type * as links from "../lib/link";
import type { Contest } from "../lib/types";
import { ContestSession, resultText } from "./contestSession.svelte";

type Handler = ConstructorParameters<typeof links.Link>[0];

const link = vi.hoisted(() => ({ handler: null as unknown }));

vi.mock("../lib/link", async (original) => ({
  ...(await original<typeof links>()),
  Link: class {
    greeted = false;
    constructor(handler: Handler) {
      link.handler = handler;
    }
    greet(): void {
      this.greeted = true;
    }
  },
}));

const contest = (version: number, more: Partial<Contest> = {}): Contest => ({
  id: "c",
  version,
  name: "Cup",
  game: "pebbles",
  clock: "5m",
  system: "swiss",
  rounds: 3,
  late: "zero",
  no_show: 60,
  state: "running",
  round: 1,
  next_in: null,
  entrants: [
    { number: 1, name: "ann", withdrawn: false, you: false },
    { number: 2, name: "bob", withdrawn: false, you: true },
  ],
  pairings: [{ round: 1, first: 2, second: 1, room: "r", result: null }],
  standings: [],
  yours: false,
  created: "",
  ...more,
});

it("finds the game of the reader while it goes on", () => {
  const session = new ContestSession("c");
  const hear = (one: Contest) => (link.handler as Handler).hear({ type: "contest", contest: one });
  hear(contest(3));
  expect([session.mine, session.game?.room, session.nameOf(1), session.nameOf(null)]).toEqual([
    2,
    "r",
    "ann",
    "",
  ]);
  hear(contest(2, { name: "old" }));
  expect(session.contest?.name).toBe("Cup");
  hear(contest(4, { pairings: [{ round: 1, first: 2, second: 1, room: "r", result: 1 }] }));
  expect(session.game).toBeUndefined();
});

it("tells what was refused", async () => {
  const session = new ContestSession("c");
  (link.handler as Handler).hear({ type: "contest", contest: contest(1) });
  vi.spyOn(api, "joinContest").mockRejectedValue(new Error("full"));
  await session.join("eve");
  expect(session.trouble).toBe("full");
});

it("writes results", () => {
  expect([null, 0, 0.5, 1].map(resultText)).toEqual(["–", "0–1", "½–½", "1–0"]);
});
