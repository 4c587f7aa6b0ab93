import { afterAll, beforeAll, expect, it } from "vitest";
import { useLanguage } from "./i18n";
import { resultWords, scoreWords } from "./scores";

const RESULTS = [
  "win in 7",
  "loss in 1",
  "likely win in 3",
  "likely loss in 2",
  "known win",
  "proven loss",
  "draw",
];

beforeAll(() => useLanguage("en"));
afterAll(() => useLanguage("en"));

it("are results in words", () => {
  expect(RESULTS.map(resultWords)).toEqual([
    "win in 7",
    "loss in 1",
    "likely win in 3",
    "likely loss in 2",
    "sure win",
    "sure loss",
    "draw",
  ]);
});

it("are none of English in other languages", async () => {
  for (const language of ["et", "fi", "lt", "pl"] as const) {
    await useLanguage(language);
    const words = RESULTS.map(scoreWords);
    expect(new Set(words).size).toBe(RESULTS.length);
    for (const one of words) expect(one).not.toMatch(/win|loss|draw/);
  }
});

it("are evaluations as they are written", () => {
  expect(["+35", "-5500", "+0.25", "no score"].map(resultWords)).toEqual([null, null, null, null]);
  expect(scoreWords("-5500")).toBe("-5500");
});
