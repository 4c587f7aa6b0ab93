import { describe, expect, it } from "vitest";
import type { GameInfo, Parameter } from "../lib/types";
import {
  againstFriend,
  againstMachine,
  type Choice,
  choiceOf,
  firstChoice,
  gameToOffer,
  hasEngine,
  isClock,
  isWatched,
  keepChoice,
  roomRequest,
  swapped,
} from "./choice";
import { presetOf, valuesOf } from "./presets";

const parameter = (name: string, initial: string): Parameter => ({
  name,
  kind: "integer",
  default: initial,
  low: null,
  high: null,
  words: null,
  help: "",
});

const rows: GameInfo = {
  name: "rows",
  summary: "",
  sides: ["x", "o"],
  colours: ["black", "white"],
  style: "wood",
  parameters: [
    parameter("width", "15"),
    parameter("height", "15"),
    parameter("k", "5"),
    { ...parameter("exact", "false"), kind: "boolean" },
  ],
  presets: [
    { values: { width: "15", height: "15", exact: "false" }, label: "row", counts: {} },
    { values: { width: "15", exact: "true" }, label: "exact", counts: {} },
    { values: { k: "4" }, label: "", counts: {} },
  ],
  usual: { k: "4" },
  board: "lines",
  minutes: 10,
  difficulty: 1,
  popularity: 3,
};

describe("the game that is offered", () => {
  const others = [{ ...rows, name: "columns" }, rows];

  it("is the most popular one, against a machine that one can beat", () => {
    expect(gameToOffer(others)?.name).toBe("columns");
    expect(gameToOffer([])).toBeUndefined();
    expect(againstMachine(rows)).toEqual({ ...firstChoice(), values: { k: "4" } });
  });

  it("is the last that was begun, as it was chosen then", () => {
    const [me, machine] = firstChoice().seats;
    const chosen: Choice = { ...firstChoice(), seats: [{ ...machine, player: "level:n=7" }, me] };
    keepChoice("rows", chosen);
    expect(gameToOffer(others)).toBe(rows);
    expect(againstMachine(rows).seats[0].player).toBe("level:n=7");
    expect(againstMachine(rows, "level:n=2").seats[0].player).toBe("level:n=2");
    keepChoice("rows", { ...chosen, seats: [me, { ...machine, kind: "friend" }] });
    expect(againstMachine(rows).seats).toEqual(firstChoice().seats);
    expect(againstFriend(rows).seats.map(({ kind }) => kind)).toEqual(["me", "friend"]);
  });
});

describe("what is kept of a choice", () => {
  it("comes back as it was, but for the position", () => {
    const choice = { ...firstChoice(), clock: "5m+3s", budget: { nodes: 900 }, position: "8/8 x", pause: 2 };
    expect(choiceOf(JSON.parse(JSON.stringify(choice)))).toEqual({ ...choice, position: "" });
  });

  it("is as at first where it is not sound", () => {
    for (const found of [null, 7, "x", [], { seats: 3, clock: 4, budget: [], pause: "x", values: [1] }]) {
      expect(choiceOf(found)).toEqual(firstChoice());
    }
    expect(choiceOf({ seats: [{ kind: "robot", player: 3 }], budget: { seconds: -1 }, pause: 1e9 })).toEqual({
      ...firstChoice(),
      pause: 60,
    });
  });
});

describe("the request for a room", () => {
  it("says who plays, and what a machine may take", () => {
    expect(roomRequest(rows, { ...firstChoice(), values: { width: "10", k: "5" } })).toEqual({
      game: "rows:width=10",
      seats: [{ kind: "me" }, { kind: "engine", player: "level:n=3" }],
      budget: { seconds: 1 },
      pause: 0.5,
    });
  });

  it("leaves out what is not there", () => {
    const me = { kind: "me" as const, player: "strong" };
    const request = roomRequest(rows, {
      ...firstChoice(),
      seats: [me, me],
      position: " 3/3/3 x ",
      clock: "30m",
    });
    expect(request).toEqual({
      game: "rows",
      seats: [{ kind: "me" }, { kind: "me" }],
      pause: 0.5,
      position: "3/3/3 x",
      clock: "30m",
    });
  });

  it("knows machines, and where they are alone", () => {
    const choice = firstChoice();
    expect([hasEngine(choice), isWatched(choice)]).toEqual([true, false]);
    expect(swapped(choice.seats).map((seat) => seat.kind)).toEqual(["engine", "me"]);
    choice.seats[0].kind = "engine";
    expect(isWatched(choice)).toBe(true);
  });
});

it.each([
  ["5m+3s", true],
  ["90s", true],
  ["1h+30s", true],
  ["0.5m", true],
  ["10 min + 5 s", true],
  ["90", true],
  ["", false],
  ["0s", false],
  ["+3s", false],
  ["5m+", false],
  ["5m+3s+1s", false],
  ["soon", false],
  ["-5m", false],
])("the clock %s is sound: %s", (text, sound) => {
  expect(isClock(text)).toBe(sound);
});

describe("presets", () => {
  it("are known by their values, whether these are written out or not", () => {
    expect(presetOf(rows, {})).toBe(0);
    expect(presetOf(rows, { width: "15", exact: "true" })).toBe(1);
    expect(presetOf(rows, { k: "4", height: "15" })).toBe(2);
    expect(presetOf(rows, { width: "7" })).toBe(-1);
    expect(presetOf({ ...rows, presets: [] }, {})).toBe(-1);
  });

  it("come from a spec as far as the game has such parameters", () => {
    expect(valuesOf("rows:k=4,colour=red", rows.parameters)).toEqual({ k: "4" });
  });
});
