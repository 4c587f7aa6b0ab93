import { describe, expect, it } from "vitest";
import type { Character, Room } from "../lib/types";
import { stronger, withPlayer } from "./strength";

const cast = ["level:n=1", "level:n=2", "level:n=3,taste=quiet"].map((player) => ({ player }) as Character);

describe("a stronger player", () => {
  it("is the next character", () => {
    expect(stronger(cast, "level:n=2", 1)).toBe("level:n=3,taste=quiet");
    expect(stronger(cast, "level:n=3,seed=7", -1)).toBe("level:n=2");
  });

  it("is none beyond the last, and for other players", () => {
    const found = [
      stronger(cast, "level:n=3", 1),
      stronger(cast, "level:n=1", -1),
      stronger(cast, "strong", 1),
      stronger([], "level:n=2", 1),
    ];
    expect(found).toEqual([null, null, null, null]);
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
