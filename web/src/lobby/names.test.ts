import { beforeAll, describe, expect, it } from "vitest";
import { useLanguage } from "../lib/i18n";
import { gameLine, gameName, gameTitle, parameterName, playerName, sideName, valueName } from "./names";
import { sidesOf } from "./sides";

beforeAll(() => useLanguage("et"));

describe("names", () => {
  it("are those of the language, or those of the server where it has none", () => {
    expect(gameName("draughts:variant=russian")).toBe("Kabe");
    expect(gameName("domineering:size=5")).toBe("domineering");
    expect(gameLine({ name: "domineering", summary: "Dominoes.", sides: ["v", "h"], parameters: [] })).toBe(
      "Dominoes.",
    );
    expect(sideName(["white", "black"], 1)).toBe("Must");
    expect(sideName(["upright", "lying"], 0)).toBe("upright");
  });

  it("tell how a game differs from its usual form", () => {
    expect(gameTitle("othello")).toBe("Othello");
    expect(gameTitle("othello:size=6")).toBe("Othello · 6 × 6");
    expect(gameTitle("mnk:width=19,height=17,k=5")).toBe("Viis reas · 19 × 17 · Võiduks reas: 5");
    expect(gameTitle("draughts:variant=russian,draws=false")).toBe(
      "Kabe · vene · Kordus ja pikk tammide mäng annavad viigi: ei",
    );
  });

  it("of parameters may be a game's own", () => {
    expect(parameterName("morris", "quiet")).toBe("Käike ilma veskita viigini");
    expect(parameterName("othello", "quiet")).toBe("Vaikseid käike viigini");
    expect(parameterName("othello", "komi")).toBe("komi");
    expect(valueName("opening", "fixed")).toBe("on antud");
    expect(valueName("exact", "true")).toBe("jah");
  });

  it("of players tell levels and those without settings", () => {
    expect(playerName("level:n=7")).toBe("Tase 7");
    expect(playerName("level")).toBe("Tase 5");
    expect(playerName("greedy")).toBe("Ahne");
    expect(playerName("greedy:seed=4")).toBe("greedy:seed=4");
    expect(playerName("Mari")).toBe("Mari");
  });
});

it("exchanges the sides where the other colour begins", () => {
  const info = {
    name: "draughts",
    summary: "",
    sides: ["white", "black"] as [string, string],
    parameters: [],
  };
  const scene = (first: "white" | "black" | "red", second: "white" | "black" | "blue") =>
    ({ colours: [first, second] }) as unknown as Parameters<typeof sidesOf>[1];
  expect(sidesOf(info, null)).toEqual(["white", "black"]);
  expect(sidesOf(info, scene("black", "white"))).toEqual(["black", "white"]);
  expect(sidesOf({ ...info, sides: ["x", "o"] }, scene("black", "white"))).toEqual(["x", "o"]);
  expect(sidesOf(undefined, scene("red", "blue"))).toEqual(["first", "second"]);
});
