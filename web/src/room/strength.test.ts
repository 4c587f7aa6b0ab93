import { describe, expect, it } from "vitest";
import type { Room } from "../lib/types";
import { stronger, withPlayer } from "./strength";

describe("a stronger player", () => {
  it("is the next level", () => {
    expect(stronger("level:n=5", 1)).toBe("level:n=6");
    expect(stronger("level", -1)).toBe("level:n=4");
    expect(stronger("level:n=5,seed=7", 1)).toBe("level:n=6,seed=7");
  });

  it("is none beyond the last, and where there are no levels", () => {
    expect([stronger("level:n=10", 1), stronger("level:n=1", -1), stronger("strong", 1)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it("plays the same game with sides swapped", () => {
  const room = { game: "a:size=6", start: "x", clock: { control: "5m+3s" }, public: true } as Room;
  expect(withPlayer(room, 1, "level:n=6")).toEqual({
    game: "a:size=6",
    seats: [{ kind: "engine", player: "level:n=6" }, { kind: "me" }],
    public: true,
    position: "x",
    clock: "5m+3s",
  });
});
