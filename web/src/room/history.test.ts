import { describe, expect, it } from "vitest";
import type { Scene } from "../lib/types";
import { History, walk } from "./history";

const scene = (position: string) => ({ position }) as Scene;

describe("a history", () => {
  it("keeps the scenes of moves as they come", () => {
    const history = new History();
    history.add([], scene("start"));
    history.add(["a"], scene("after a"));
    expect(history.at(0)?.position).toBe("start");
    expect(history.at(1)?.position).toBe("after a");
    expect(history.at(2)).toBeUndefined();
  });
  it("forgets what was taken back and played otherwise", () => {
    const history = new History();
    history.add(["a"], scene("after a"));
    history.add(["a", "b"], scene("after a b"));
    history.add(["a", "b", "c"], scene("after a b c"));
    history.add(["a", "x"], scene("after a x"));
    expect(history.at(1)?.position).toBe("after a");
    expect(history.at(2)?.position).toBe("after a x");
    expect(history.at(3)).toBeUndefined();
  });
  it("forgets what was only taken back", () => {
    const history = new History();
    history.add(["a", "b"], scene("after a b"));
    history.add(["a"], scene("after a"));
    expect(history.at(2)).toBeUndefined();
  });
  it("fills in a replayed game, but not that of other moves", () => {
    const history = new History();
    history.add(["a", "b"], scene("after a b"));
    history.fill(["x"], [scene("start"), scene("after x")]);
    expect(history.at(1)).toBeUndefined();
    history.fill(["a", "b"], [scene("start"), scene("after a"), scene("again")]);
    expect([0, 1, 2].map((ply) => history.at(ply)?.position)).toEqual(["start", "after a", "after a b"]);
  });
});

describe("walking through a game", () => {
  it("goes back from the present and no further than the start", () => {
    expect(walk(null, -1, 5)).toBe(4);
    expect(walk(1, -9, 5)).toBe(0);
  });
  it("follows the present again once it is reached", () => {
    expect(walk(3, 1, 5)).toBe(4);
    expect(walk(4, 1, 5)).toBeNull();
    expect(walk(null, 1, 5)).toBeNull();
    expect(walk(null, -1, 0)).toBeNull();
  });
});
