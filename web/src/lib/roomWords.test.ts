import { beforeAll, expect, it } from "vitest";
import { useLanguage } from "./i18n";
import { opponentWords, seatWords, shortListed, standWords } from "./roomWords";
import type { End, GameInfo, Room, Seat } from "./types";

const ME = { kind: "person", name: "", taken: true, yours: true, own: true } as Seat;
const ELSEWHERE = { ...ME, yours: false } as Seat;
const OTHER = { kind: "person", name: "Ann", taken: true, yours: false, own: false } as Seat;
const FREE = { kind: "person", name: "", taken: false, yours: false, own: false } as Seat;
const MACHINE = { kind: "engine", name: "random", taken: true, yours: false, own: false } as Seat;

const room = (seats: [Seat, Seat], outcome?: End["outcome"], more: Partial<Room> = {}): Room =>
  ({
    id: "r",
    seats,
    moves: ["a1"],
    state: outcome === undefined ? "playing" : "over",
    end: outcome === undefined ? null : ({ outcome } as End),
    ...more,
  }) as Room;
const info = { sides: ["red", "blue"] } as unknown as GameInfo;

beforeAll(() => useLanguage("en"));

it("say what the end of a game was to the reader", () => {
  const ends = ([1, -1, 0, null] as const).map((outcome) => standWords(room([ME, OTHER], outcome), info));
  expect(ends).toEqual(["You won", "You lost", "Drawn", "ended"]);
  expect(standWords(room([OTHER, ME], 1), info)).toBe("You lost");
  expect(standWords(room([ELSEWHERE, OTHER], 1), info)).toBe("You won");
});

it("say who won where the reader has played both sides, or neither", () => {
  expect(standWords(room([ME, ME], -1), info)).toBe("Blue won");
  expect(standWords(room([MACHINE, OTHER], 1), info)).toBe("Red won");
});

it("say how a game stands that goes on, and whom the reader plays", () => {
  expect(standWords(room([ME, OTHER]), info)).toBe("in play");
  expect(standWords(room([ME, FREE], undefined, { state: "waiting" }), info)).toBe("waiting");
  expect([opponentWords(room([ME, OTHER])), opponentWords(room([FREE, ME]))]).toEqual(["Ann", "a free seat"]);
  expect(opponentWords(room([OTHER, ELSEWHERE]))).toBe("Ann");
  expect(opponentWords(room([ME, ME]))).toBe("you – you");
  expect(seatWords(room([ME, MACHINE]), 1)).toBe("Random moves");
});

it("leave out what nobody has begun, and begin with what goes on", () => {
  const begun = room([ME, MACHINE], undefined, { id: "begun" });
  const rooms = [
    room([ME, MACHINE], undefined, { id: "left", moves: [] }),
    room([MACHINE, ELSEWHERE], undefined, { id: "left elsewhere", moves: [] }),
    room([ME, OTHER], 1, { id: "over" }),
    room([ME, FREE], undefined, { id: "waits", moves: [], state: "waiting" }),
    begun,
  ];
  expect(shortListed(rooms, 9).map(({ id }) => id)).toEqual(["waits", "begun", "over"]);
  expect(shortListed(rooms, 1).map(({ id }) => id)).toEqual(["waits"]);
});
