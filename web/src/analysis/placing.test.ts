import { describe, expect, it } from "vitest";
import type { Piece } from "../lib/types";
import { clicked, told } from "./placing";

const piece = (
  cell: number,
  symbol: string,
  shape: Piece["shape"] = "disc",
  side: Piece["side"] = 0,
): Piece => ({
  cell,
  side,
  symbol,
  shape,
  text: "",
  signs: [],
});

describe("a click on a cell", () => {
  it("puts the chosen piece there, and leaves the others", () => {
    expect(clicked([piece(1, "x")], piece(0, "o", "disc", 1), 4)).toEqual([
      piece(1, "x"),
      piece(4, "o", "disc", 1),
    ]);
  });

  it("puts it in the place of another", () => {
    expect(clicked([piece(4, "w")], piece(0, "W", "king"), 4)).toEqual([piece(4, "W", "king")]);
    expect(clicked([piece(4, "F", "unit")], piece(0, "S", "unit"), 4)).toEqual([piece(4, "S", "unit")]);
  });

  it("takes away what stands there already, whatever else it shows", () => {
    expect(clicked([{ ...piece(4, "F", "unit"), text: "3" }], piece(0, "F", "unit"), 4)).toEqual([]);
    expect(clicked([piece(13, "|", "edge", -1)], piece(0, "-", "edge", -1), 13)).toEqual([]);
  });

  it("takes away anything where nothing is chosen, but no area", () => {
    const box = piece(4, "A", "box");
    expect(clicked([piece(4, "x"), box], null, 4)).toEqual([box]);
    expect(clicked([box], null, 4)).toEqual([box]);
  });
});

it("the server is told of the pieces on cells, each with its symbol", () => {
  expect(told([piece(2, "x"), piece(0, "A", "box")])).toEqual([{ cell: 2, symbol: "x" }]);
});
