import { beforeAll, describe, expect, it } from "vitest";
import { piece, position } from "../board/fixtures";
import { useLanguage } from "../lib/i18n";
import type { Board, Step } from "../lib/types";
import { hintWords } from "./hint";

beforeAll(() => useLanguage("en"));

const board = { cells: ["a1", "b1", "c1", "d1"].map((name) => ({ name })) } as unknown as Board;
const scene = position([], null, { pieces: [piece(0), piece(3, 1)] });

/** The words for a move with these steps. */
const words = (move: string, steps: Step[], shown = scene) =>
  hintWords({ move, candidates: [{ move, steps }] as never }, shown, board);

describe("a hint", () => {
  it("says what one does where a piece is taken beside", () => {
    expect(words("b1xd1", [1, 3])).toBe("put a piece on b1 and take d1");
    expect(words("a1-b1xd1", [0, 1, 3])).toBe("move a1 to b1 and take d1");
  });
  it("is the move as it is written where nothing else happens", () => {
    expect(words("b1", [1])).toBe("b1");
    expect(words("a1xd1", [0, 3])).toBe("a1xd1");
    expect(words("pass", ["pass"])).toBe("Pass");
  });
  it("does not say that a unit is taken that is attacked", () => {
    const units = { ...scene, pieces: [piece(0), piece(3, 1, { shape: "unit" as const })] };
    expect(words("a1-b1xd1", [0, 1, 3], units)).toBe("a1-b1xd1");
  });
});
