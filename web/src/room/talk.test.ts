import { beforeEach, describe, expect, it } from "vitest";
import type { ChatMessage, Side } from "../lib/types";
import { Talk } from "./talk.svelte";

/** A message of a side, the reader's being 0. */
const said = (number: number, side: Side, text = "so"): ChatMessage => ({
  type: "chat",
  number,
  side,
  text,
  emote: null,
});

let room = 0;
const talk = () => new Talk(String(room), () => [0]);

beforeEach(() => {
  room += 1;
});

describe("what the other player says", () => {
  it("is unread until it is seen", () => {
    const it = talk();
    expect([it.hear(said(1, 1)), it.hear(said(2, 1)), it.unread]).toEqual([true, true, 2]);
    it.show(true);
    expect(it.unread).toBe(0);
  });
  it("is read at once where it is in sight", () => {
    const it = talk();
    it.show(true);
    expect([it.hear(said(1, 1)), it.unread]).toEqual([false, 0]);
    it.show(false);
    expect([it.hear(said(2, 1)), it.unread]).toEqual([true, 1]);
  });
  it("is news but once", () => {
    const it = talk();
    it.hear(said(1, 1));
    expect([it.hear(said(1, 1)), it.messages.length]).toEqual([false, 1]);
  });
  it("stays read when the page is loaded again", () => {
    talk().show(true);
    const before = talk();
    before.hear(said(1, 1));
    before.show(true);
    const again = talk();
    expect([again.hear(said(1, 1)), again.unread, again.messages.length]).toEqual([false, 0, 1]);
  });
  it("is left out if it is muted", () => {
    const it = talk();
    it.muted = true;
    expect([it.hear(said(1, 1)), it.unread, it.messages.length]).toEqual([false, 0, 0]);
  });
});

it("takes what the reader says for read", () => {
  const it = talk();
  expect([it.hear(said(1, 0)), it.unread]).toEqual([false, 0]);
});
