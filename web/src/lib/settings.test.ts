import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isBoolean, oneOf, Setting } from "./settings";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it("keeps a choice", () => {
  const first = new Setting<boolean>("sound", true, isBoolean);
  first.value = false;
  expect(kept.get("nupp.sound")).toBe("false");
  expect(new Setting<boolean>("sound", true, isBoolean).value).toBe(false);
});

it("begins anew where what is kept is no such choice", () => {
  const theme = oneOf("light", "dark");
  for (const text of ["{", "null", '"pink"', "7"]) {
    kept.set("nupp.theme", text);
    expect(new Setting<"light" | "dark">("theme", "dark", theme).value).toBe("dark");
  }
});

it("holds as long as the page where nothing can be kept", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("full");
    },
  });
  const one = new Setting<boolean>("sound", true, isBoolean);
  one.value = false;
  expect(one.value).toBe(false);
});
