import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inviteByAddress, isInviting, parseInvitation } from "./invitations";

const bar = { hash: "#/room/abc", state: null as unknown };

beforeEach(() => {
  Object.assign(bar, { hash: "#/room/abc", state: null });
  vi.stubGlobal("location", bar);
  vi.stubGlobal("history", {
    get state() {
      return bar.state;
    },
    replaceState: (state: unknown, _: string, hash: string) => Object.assign(bar, { hash, state }),
  });
});

afterEach(() => vi.unstubAllGlobals());

it("lets the address bar hold an invitation for as long as it stands", () => {
  const end = inviteByAddress("abc", 1, "token");
  const seat = new URLSearchParams(bar.hash.split("?")[1]).get("seat");
  expect(parseInvitation(seat)).toEqual({ side: 1, token: "token" });
  expect(isInviting()).toBe(true); // whoever made it and reloads the page takes no seat
  end();
  expect(bar.hash).toBe("#/room/abc");
  expect(isInviting()).toBe(false);
});

it("leaves the address of a page that the reader has gone to", () => {
  const end = inviteByAddress("abc", 0, "token");
  bar.hash = "#/puzzles";
  end();
  expect(bar.hash).toBe("#/puzzles");
});
