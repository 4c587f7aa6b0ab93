import { beforeAll, expect, it, vi } from "vitest";
import { useLanguage } from "../lib/i18n";
import type { Board } from "../lib/types";
import * as words from "../lib/words";
import { chooser, piece, position, steps } from "./fixtures";
import { cellWords, factWords } from "./spoken";

const board = { cells: ["a1", "b1", "c1", "d1"].map((name) => ({ name })) } as Board;
const sides = ["black", "white"] as const;

beforeAll(async () => {
  vi.spyOn(words, "loadWords").mockResolvedValue(words.NO_WORDS);
  await useLanguage("en");
});

it("says of a cell what stands on it and what it is for", () => {
  const scene = position([0], steps([0, 1], [0, 2]), {
    pieces: [piece(0), piece(3, 1, { shape: "king" })],
    marks: [3],
    fills: { 1: "water", 2: "dark" },
  });
  const { choosing } = chooser(scene);
  const say = () => [0, 1, 2, 3].map((cell) => cellWords(board, choosing, cell, sides));
  expect(say()).toEqual([
    "a1, Black disc, can be chosen",
    "b1, empty, deep water",
    "c1, empty",
    "d1, White king, last move",
  ]);
  choosing.choose(0);
  expect(say().slice(0, 3)).toEqual([
    "a1, Black disc, chosen",
    "b1, empty, deep water, can go there",
    "c1, empty, can go there",
  ]);
});

it("says what a fact counts, and of how many", () => {
  expect(factWords(["quiet", "2/100"], "fields")).toEqual({
    label: "Moves without progress",
    value: "2 of 100, then a draw",
  });
  expect(factWords(["height", "3/4"], "fields")).toEqual({ label: "height", value: "3/4" });
});
