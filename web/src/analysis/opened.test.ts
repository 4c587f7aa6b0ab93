import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Opened } from "./session.svelte";

const game: Opened = {
  game: "othello",
  start: null,
  moves: ["f5"],
  players: null,
  outcome: null,
  termination: null,
  fault: { message: "move 2: no", ply: 1, text: "a9" },
};

let store: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  store = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("finds a game again, also after the page has been loaded anew", async () => {
  const name = (await import("./opened")).keep(game);
  expect((await import("./opened")).find(name)).toBe(game);
  vi.resetModules();
  expect((await import("./opened")).find(name)).toEqual(game);
});

it("finds nothing under a name of nothing", async () => {
  store.set("nupp.game.bad", "{");
  const { find } = await import("./opened");
  expect([find("none"), find("bad")]).toEqual([null, null]);
});

it("does without a store", async () => {
  vi.stubGlobal("sessionStorage", {
    setItem: () => {
      throw new Error("full");
    },
  });
  const { find, keep } = await import("./opened");
  expect(find(keep(game))).toBe(game);
  expect(find("none")).toBeNull();
});
