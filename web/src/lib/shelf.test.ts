import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { newName, Shelf } from "./shelf";

let store: Map<string, string>;

beforeEach(() => {
  store = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("finds a thing again, also after the page has been loaded anew", () => {
  const thing = { moves: ["f5"] };
  const shelf = new Shelf("game", 3);
  shelf.put("a", thing);
  expect(shelf.find("a")).toBe(thing);
  expect(new Shelf("game", 3).find("a")).toEqual(thing);
  expect(new Shelf("tree", 3).find("a")).toBeNull();
});

it("stores the latest few, each once", () => {
  const shelf = new Shelf("game", 2);
  for (const name of ["a", "b", "a", "c"]) shelf.put(name, `${name}!`);
  const stored = new Shelf("game", 2);
  expect(["a", "b", "c"].map((name) => stored.find(name))).toEqual(["a!", null, "c!"]);
  expect([...store.keys()].sort()).toEqual(["nupp.game.", "nupp.game.a", "nupp.game.c"]);
});

it("finds nothing under a name of nothing, or of what is broken", () => {
  store.set("nupp.game.bad", "{");
  const shelf = new Shelf("game", 2);
  expect([shelf.find("none"), shelf.find("bad")]).toEqual([null, null]);
});

it("does without a store, and stores nothing that is too long", () => {
  const shelf = new Shelf("game", 2);
  shelf.put("long", "x".repeat(600_000));
  expect(store.has("nupp.game.long")).toBe(false);
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
  });
  shelf.put("a", 1);
  expect([shelf.find("a"), shelf.find("none"), shelf.find("long")]).toEqual([1, null, "x".repeat(600_000)]);
});

it("names differ", () => {
  expect(new Set(Array.from({ length: 50 }, newName)).size).toBeGreaterThan(45);
});
