import { describe, expect, it } from "vitest";
import { invitationHref, parseInvitation } from "./invitations";
import { href, parseRoute } from "./router";

describe("routes", () => {
  it("begin at the lobby", () => {
    for (const hash of ["", "#", "#/", "#/lobby"])
      expect(parseRoute(hash)).toMatchObject({ page: "lobby", id: "" });
  });

  it("tell page, name and query", () => {
    const found = parseRoute("#/room/a1b2?seat=0.tok&ply=3");
    expect(found).toMatchObject({ page: "room", id: "a1b2" });
    expect(Object.fromEntries(found.query)).toEqual({ seat: "0.tok", ply: "3" });
  });

  it("keep what they cannot know apart", () => {
    expect(parseRoute("#/nowhere/at/all")).toMatchObject({ page: "nowhere", id: "at/all" });
    expect(parseRoute("#/rules/%E0%A4%A").id).toBe("%E0%A4%A");
  });

  it("come back from the addresses that are made of them", () => {
    const spec = "rows:width=19,height=19,map=(a/b)";
    const start = "8/3OX3/8 x + 50% & more?#";
    const found = parseRoute(href("analysis", spec, { start, moves: "d3 c5", ply: 0, none: null }));
    expect(found).toMatchObject({ page: "analysis", id: spec });
    expect(Object.fromEntries(found.query)).toEqual({ start, moves: "d3 c5", ply: "0" });
  });

  it("leave specs readable", () => {
    expect(href("new", "pebbles:size=6,empties=none")).toBe("#/new/pebbles:size=6,empties=none");
    expect(href("lobby", "", { game: "armies" })).toBe("#/?game=armies");
  });
});

describe("invitations", () => {
  it("come back from their links", () => {
    const found = parseRoute(invitationHref("room1", 1, "a.b-c_d"));
    expect(found).toMatchObject({ page: "room", id: "room1" });
    expect(parseInvitation(found.query.get("seat"))).toEqual({ side: 1, token: "a.b-c_d" });
  });

  it("are refused if they are not sound", () => {
    for (const seat of [null, "", "2.token", "1.", "token"]) expect(parseInvitation(seat)).toBeNull();
  });
});
