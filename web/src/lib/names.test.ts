import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { factWords, moveWords } from "../board/spoken";
import { causeWords } from "../room/status";
import { useLanguage } from "./i18n";
import {
  characterLine,
  characterNumber,
  gameLine,
  gameName,
  gameTitle,
  parameterName,
  playerLine,
  playerName,
  presetName,
  sideName,
  valueName,
} from "./names";
import { sidesOf } from "./sides";
import type { AllWords, Colour, GameInfo, Room, Scene } from "./types";

/** What a server says in Estonian of its games; `mute` brings no words. */
const words: AllWords = {
  games: {
    ponds: {
      name: "Tiigid",
      line: "Kes hüppab kaugemale?",
      rules: ["Konn hüppab.", "Kalad ujuvad."],
      usual: { water: "fresh" },
      messages: {
        "param.depth": "Sügavus",
        "param.size": "Tiigi suurus",
        "param.storks": "Kurgi",
        "word.water.salty": "soolane",
        "preset.frogs": { one: "{n} konn", other: "{n} konna" },
        "preset.deep": "Sügav tiik, {size}",
        "cause.dry": "Tiik on kuiv",
        "fact.fish": "Kalu",
        "value.pike": "haug",
        "step.dive": "Sukeldu",
      },
    },
    mute: { name: "", line: "", rules: [], usual: {}, messages: {} },
  },
  shared: {
    "side.frogs": "Konnad",
    "side.black": "Süsi",
    "player.stork": "Kurg",
    "about.stork": "Püüab konni.",
  },
};

beforeAll(async () => {
  vi.stubGlobal("fetch", async (url: string) =>
    url === "/api/words/et" ? Response.json(words) : new Response(null, { status: 404 }),
  );
  await useLanguage("et");
});
afterAll(() => vi.unstubAllGlobals());

const info: GameInfo = {
  name: "ponds",
  summary: "Ponds, in English.",
  sides: ["white", "black"],
  colours: ["white", "black"],
  style: "wood",
  parameters: [],
  presets: [],
  usual: {},
  board: "squares",
  minutes: 0,
  difficulty: 0,
  popularity: 0,
};

describe("names", () => {
  it("are those that a game brings, or those of the server where it brings none", () => {
    expect(["ponds", "ponds:water=salty", "mute:size=5", "unheard"].map(gameName)).toEqual([
      "Tiigid",
      "Tiigid",
      "mute",
      "unheard",
    ]);
    expect(gameLine(info)).toBe("Kes hüppab kaugemale?");
    expect(gameLine({ ...info, name: "mute" })).toBe("Ponds, in English.");
  });

  it("tell how a game differs from its usual form", () => {
    expect(gameTitle("ponds")).toBe("Tiigid");
    expect(gameTitle("ponds:water=fresh")).toBe("Tiigid");
    expect(gameTitle("mute:size=6")).toBe("mute · 6 × 6");
    expect(gameTitle("ponds:width=19,height=17,depth=5")).toBe("Tiigid · 19 × 17 · Sügavus: 5");
    expect(gameTitle("ponds:frogs=3,water=salty,storks=true")).toBe(
      "Tiigid · 3 konna · soolane · Kurgi: jah",
    );
  });

  it("of well-known forms are messages, texts, or the values", () => {
    const named = (label: string, values: Record<string, string> = {}) =>
      presetName("ponds", { label, values, counts: { n: 1, size: "9 × 9" } });
    expect(["deep", "frogs", "7 × 6"].map((label) => named(label))).toEqual([
      "Sügav tiik, 9 × 9",
      "1 konn",
      "7 × 6",
    ]);
    expect(named("", { size: "9", water: "salty" })).toBe("9 × 9 · soolane");
  });

  it("of parameters and values are the game's own before those of the page", () => {
    expect([parameterName("ponds", "size"), parameterName("mute", "size")]).toEqual([
      "Tiigi suurus",
      "Suurus",
    ]);
    expect(parameterName("mute", "storks")).toBe("storks");
    expect(valueName("ponds", "water", "salty")).toBe("soolane");
    expect(valueName("mute", "water", "salty")).toBe("salty");
    expect(valueName("mute", "water", "true")).toBe("jah");
  });

  it("of sides are those of the page, and those that any game brings", () => {
    expect(sideName(["white", "black"], 1)).toBe("Must");
    expect(sideName(["frogs", "toads"], 0)).toBe("Konnad");
    expect(sideName(["frogs", "toads"], 1)).toBe("toads");
  });

  it("of facts, steps and ends are a game's own", () => {
    expect(factWords(["fish", "pike"], "ponds")).toEqual({ label: "Kalu", value: "haug" });
    expect(factWords(["fish", "pike"], "mute")).toEqual({ label: "fish", value: "pike" });
    expect([moveWords("dive", "ponds"), moveWords("dive", "mute"), moveWords("pass", "ponds")]).toEqual([
      "Sukeldu",
      "dive",
      "Jäta vahele",
    ]);
    const room = { end: { reason: "rules" } } as Room;
    const ended = (game: string, key: string) =>
      causeWords(room, {
        game,
        end: { cause: { key, words: "the pond is dry", cells: [] } },
      } as unknown as Scene);
    expect([ended("ponds:depth=1", "dry"), ended("mute", "dry"), ended("mute", "full")]).toEqual([
      "Tiik on kuiv",
      "the pond is dry",
      "Laud on täis",
    ]);
  });

  it("of players tell characters and those without settings", () => {
    expect(playerName("level:n=7,taste=quiet")).toBe("Haigur");
    expect(playerName("level")).toBe("Mäger");
    expect([characterNumber("level:n=3"), characterNumber("strong")]).toEqual([3, 0]);
    expect(characterLine(10, "none")).toBe("Täisjõus.");
    const lines = (["captures", "threats", "none"] as const).map((manner) => characterLine(3, manner));
    expect(new Set(lines).size).toBe(3);
    expect(playerName("greedy")).toBe("Ahne");
    expect(playerName("greedy:seed=4")).toBe("Ahne · seed=4");
    expect(playerName("unheard:seed=4")).toBe("unheard:seed=4");
    expect([playerLine("random"), playerLine("unheard")]).toEqual([
      "Iga lubatud käik on võrdselt tõenäoline.",
      undefined,
    ]);
    expect(playerName("Mari")).toBe("Mari");
    expect([playerName("stork"), playerLine("stork")]).toEqual(["Kurg", "Püüab konni."]);
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
