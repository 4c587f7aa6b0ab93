import { beforeAll, expect, it, vi } from "vitest";
import type { Heading } from "../lib/exporting";
import { useLanguage } from "../lib/i18n";
import * as words from "../lib/words";
import { leftWords, outcomeWords, playersWords } from "./headline";

const heading: Heading = { game: "noughts", start: null, players: null, outcome: null, termination: null };
const sides = ["black", "white"] as const;

beforeAll(async () => {
  vi.spyOn(words, "loadWords").mockResolvedValue(words.NO_WORDS);
  await useLanguage("en");
});

it("names the players that are known, with their sides", () => {
  expect(playersWords(heading, sides, null)).toBe("");
  const known = { ...heading, players: ["Ann", ""] as [string, string] };
  expect(playersWords(known, sides, null)).toBe("Ann (Black) – ? (White)");
  expect(playersWords(known, sides, 1)).toBe("Ann (Black) – You (White)");
});

it("says how a game has ended, if that is known", () => {
  const ends = ["first", "second", "draw", null].map((outcome) =>
    outcomeWords({ ...heading, outcome }, sides),
  );
  expect(ends).toEqual(["Black won", "White won", "drawn", ""]);
});

it("counts what was left out", () => {
  expect(leftWords({ variations: 0, notes: 0 })).toBe("");
  expect(leftWords({ variations: 1, notes: 2 })).toBe("1 variation, 2 notes");
});
