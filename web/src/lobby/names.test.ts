import { beforeAll, describe, expect, it } from "vitest";
import { useLanguage } from "../lib/i18n";
import type { Colour, GameInfo, Scene } from "../lib/types";
import {
  gameLine,
  gameName,
  gameTitle,
  parameterName,
  playerLine,
  playerName,
  sideName,
  valueName,
} from "./names";
import { sidesOf } from "./sides";

beforeAll(() => useLanguage("et"));

const info: GameInfo = {
  name: "draughts",
  summary: "",
  sides: ["white", "black"],
  colours: ["white", "black"],
  style: "wood",
  parameters: [],
};

describe("names", () => {
  it("are those of the language, or those of the server where it has none", () => {
    expect(gameName("draughts:variant=russian")).toBe("Kabe");
    expect(gameName("dominoes:size=5")).toBe("dominoes");
    expect(gameLine({ ...info, name: "dominoes", summary: "Dominoes." })).toBe("Dominoes.");
    expect(sideName(["white", "black"], 1)).toBe("Must");
    expect(sideName(["upright", "lying"], 0)).toBe("upright");
  });

  it("tell how a game differs from its usual form", () => {
    expect(gameTitle("othello")).toBe("Othello");
    expect(gameTitle("othello:size=6")).toBe("Othello · 6 × 6");
    expect(gameTitle("mnk:width=19,height=17,k=5")).toBe("Viis reas · 19 × 17 · Võiduks reas: 5");
    expect(gameTitle("morris:men=3,flying=true")).toBe("Veski · 3 nuppu · lendamisega");
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
    expect(playerName("greedy:seed=4")).toBe("Ahne · seed=4");
    expect(playerName("unheard:seed=4")).toBe("unheard:seed=4");
    expect([playerLine("random"), playerLine("unheard")]).toEqual([
      "Iga lubatud käik on võrdselt tõenäoline.",
      undefined,
    ]);
    expect(playerName("Mari")).toBe("Mari");
  });
});

describe("the sides", () => {
  const scene = (colours: [Colour, Colour], style: Scene["style"] = "wood") => ({ colours, style }) as Scene;

  it("are exchanged where the other colour begins", () => {
    expect(sidesOf(info, null)).toEqual(["white", "black"]);
    expect(sidesOf(info, scene(["black", "white"]))).toEqual(["black", "white"]);
  });

  it("go by their colours where their names are letters or numbers", () => {
    const letters: GameInfo = { ...info, sides: ["x", "o"], colours: ["red", "white"], style: "slate" };
    expect(sidesOf(letters, null)).toEqual(["red", "white"]);
    expect(sidesOf(letters, scene(["black", "white"]))).toEqual(["black", "white"]);
    expect(sidesOf(undefined, scene(["red", "blue"]))).toEqual(["red", "blue"]);
    expect(sidesOf(undefined, null)).toEqual(["first", "second"]);
  });

  it("keep names of their own, and are cross and nought on paper", () => {
    expect(sidesOf({ ...info, sides: ["upright", "lying"] }, scene(["red", "blue"]))).toEqual([
      "upright",
      "lying",
    ]);
    expect(sidesOf({ ...info, sides: ["x", "o"] }, scene(["black", "white"], "paper"))).toEqual(["x", "o"]);
  });
});
