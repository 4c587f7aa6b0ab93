import { expect, it } from "vitest";
import { useLanguage } from "../lib/i18n";
import type { End, Fact, Room, Scene } from "../lib/types";
import { countsOf, mayTakeBack, phaseOf, phaseWords } from "./status";

it("counts what both sides have, and nothing else", () => {
  const facts: Fact[] = [
    ["score_first", "3"],
    ["quiet", "7"],
    ["score_second", "5"],
    ["hand_first", "1"],
  ];
  expect(countsOf({ facts } as Scene)).toEqual([{ key: "score", values: ["3", "5"] }]);
});

it("lets no winner take a move back, and nobody after an end that was not on the board", () => {
  const room = (end: Partial<End> | null) => ({ end }) as Room;
  const lost = room({ outcome: -1, reason: "rules" });
  expect([mayTakeBack(room(null), [0]), mayTakeBack(room(null), [])]).toEqual([true, false]);
  expect([mayTakeBack(lost, [0]), mayTakeBack(lost, [1]), mayTakeBack(lost, [0, 1])]).toEqual([
    true,
    false,
    true,
  ]);
  expect(mayTakeBack(room({ outcome: -1, reason: "resigned" }), [0])).toBe(false);
});

it("calls a phase by its name where the game asks for nothing in it", async () => {
  await useLanguage("en");
  const scene = { game: "pebbles", facts: [["phase", "moving"]] } as unknown as Scene;
  expect([phaseOf(scene), phaseOf({ facts: [] } as unknown as Scene)]).toEqual(["moving", ""]);
  expect(phaseWords(scene)).toBe("phase: moving");
});
