import { beforeEach, expect, it, vi } from "vitest";
import { node } from "../analysis/tree";
import { api } from "../lib/api";
import type * as links from "../lib/link";
import type { Chapter, Scene, Study, StudyMessage } from "../lib/types";
import { moved, plain, StudySession } from "./studySession.svelte";

type Handler = ConstructorParameters<typeof links.Link>[0];

const link = vi.hoisted(() => ({ handler: null as unknown, send: vi.fn() }));

vi.mock("../lib/link", async (original) => ({
  ...(await original<typeof links>()),
  Link: class {
    readonly send = link.send;
    constructor(handler: Handler) {
      link.handler = handler;
    }
    greet(): void {
      (link.handler as Handler).connection("open");
    }
  },
}));

const chapter = (number: number): Chapter => ({
  number,
  title: `c${number}`,
  game: "pebbles",
  start: null,
  players: null,
  outcome: null,
  termination: null,
  nodes: [
    { id: 0, parent: -1, move: "", note: "", shapes: [], version: 0 },
    { id: 1, parent: 0, move: "a", note: "", shapes: [], version: 0 },
  ],
  next: 2,
});

function enter(more: Partial<Study> = {}) {
  const session = new StudySession("s", vi.fn());
  const hear = (message: StudyMessage) => (link.handler as Handler).hear(message);
  const study: Study = {
    id: "s",
    version: 0,
    title: "Study",
    author: "",
    chapters: [chapter(1), chapter(2)],
    yours: true,
    editable: true,
    invitation: false,
    shown: null,
    readers: 1,
    ...more,
  };
  hear({ type: "study", study });
  return { session, hear };
}

const note = (text: string, version: number, base: number, yours: boolean): StudyMessage => ({
  type: "change",
  version,
  change: { type: "note", chapter: 1, node: 1, note: text, base },
  yours,
});

beforeEach(() => {
  link.send.mockReset().mockResolvedValue(undefined);
  vi.spyOn(api, "scene").mockResolvedValue({} as Scene);
});

it("plays a move that is there, and asks for one that is not", async () => {
  const { session, hear } = enter();
  session.chapter?.play(["a"]);
  expect(session.chapter?.here).toBe(1);
  expect(link.send).not.toHaveBeenCalled();
  session.chapter?.play(["b"]);
  expect(link.send).toHaveBeenCalledWith({ type: "play", chapter: 1, parent: 1, moves: ["b"] });
  hear({
    type: "change",
    version: 1,
    change: { type: "played", chapter: 1, parent: 1, first: 2, moves: ["b"] },
    yours: true,
  });
  await vi.waitFor(() => expect(session.chapter?.moves).toEqual(["a", "b"]));
});

it("keeps a note that somebody replaced without having seen it", () => {
  const { session, hear } = enter();
  hear(note("mine", 1, 0, true));
  hear(note("theirs", 2, 0, false));
  expect(session.replaced).toEqual({ chapter: 1, node: 1, note: "mine" });
  session.restore();
  expect(link.send).toHaveBeenCalledWith({ type: "note", chapter: 1, node: 1, note: "mine", base: 2 });
  hear(note("seen", 3, 2, false));
  expect(session.replaced).toBeNull();
  expect(node((session.chapter as NonNullable<typeof session.chapter>).tree, 1).note).toBe("seen");
});

it("asks for a note on the move that it was written for", () => {
  const { session } = enter();
  session.chapter?.go(0);
  session.chapter?.note("late", 1);
  expect(link.send).toHaveBeenCalledWith({ type: "note", chapter: 1, node: 1, note: "late", base: 0 });
});

it("is taken along to what is presented until one goes elsewhere", () => {
  const { session, hear } = enter({ editable: false, shown: { chapter: 2, node: 1 } });
  expect([session.open, session.chapter?.here]).toEqual([2, 1]);
  session.chapter?.go(0);
  expect(session.following).toBe(false);
  hear({ type: "present", shown: { chapter: 1, node: 1 } });
  expect(session.open).toBe(2);
  session.follow(true);
  expect([session.open, session.chapter?.here]).toEqual([1, 1]);
  expect(link.send).not.toHaveBeenCalled();
});

it("presents where an editor goes", () => {
  const { session } = enter();
  session.present(true);
  session.chapter?.go(1);
  session.choose(2);
  session.present(false);
  expect(link.send.mock.calls.map(([command]) => command.place)).toEqual([
    { chapter: 1, node: 0 },
    { chapter: 1, node: 1 },
    { chapter: 2, node: 0 },
    null,
  ]);
});

it("follows what becomes of chapters", () => {
  const { session, hear } = enter();
  const change = (version: number, one: Extract<StudyMessage, { type: "change" }>["change"], yours = false) =>
    hear({ type: "change", version, change: one, yours });
  change(1, { type: "chapter_added", chapter: chapter(3) }, true);
  expect(session.open).toBe(3);
  change(2, { type: "move_chapter", chapter: 3, place: 0 });
  change(3, { type: "rename_chapter", chapter: 2, title: "two" });
  change(4, { type: "remove_chapter", chapter: 1 });
  change(5, { type: "rename", title: "Other" });
  expect(session.chapters.map((one) => [one.number, one.title])).toEqual([
    [3, "c3"],
    [2, "two"],
  ]);
  expect(session.study).toMatchObject({ title: "Other", version: 5 });
});

it("goes to the nearest move that is left, also after a connection was lost", () => {
  const { session, hear } = enter();
  session.chapter?.go(1);
  hear({ type: "change", version: 1, change: { type: "remove", chapter: 1, node: 1 }, yours: false });
  expect(session.chapter?.here).toBe(0);
});

it("takes control characters out of texts", () => {
  expect(plain(" a\u202eb\n\tc ")).toBe("ab c");
  expect(moved([{ number: 1 }, { number: 2 }, { number: 3 }], 1, 2).map((one) => one.number)).toEqual([
    2, 3, 1,
  ]);
});
