import { describe, expect, it } from "vitest";
import { ago, fill, LANGUAGES, listed, type Message, type Messages, useLanguage } from "../lib/i18n";
import { en } from "./en";
import { et } from "./et";
import { fi } from "./fi";
import { lt } from "./lt";
import { pl } from "./pl";

const all: Record<string, Messages> = { en, et, fi, lt, pl };
const texts = (message: Message): string[] =>
  typeof message === "string" ? [message] : Object.values(message);
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

it("has words for each language that is offered", () => {
  expect(Object.keys(all)).toEqual(Object.keys(LANGUAGES));
});

it("says how long ago something was, and after a month when", () => {
  const now = Date.parse("2026-03-31T12:00:00Z");
  const dates = [
    "03-31T12:00:30",
    "03-31T11:55:10",
    "03-31T10:00:00",
    "03-30T11:00:00",
    "03-02T12:30:00",
    "01-05T12:00:00",
  ];
  expect(dates.map((date) => ago(`2026-${date}Z`, now))).toEqual([
    "now",
    "4 minutes ago",
    "2 hours ago",
    "yesterday",
    "28 days ago",
    "Jan 5, 2026",
  ]);
});

it("lists texts as the language does", async () => {
  expect(listed(["a", "b", "c"])).toBe("a, b, and c");
  await useLanguage("lt");
  expect(listed(["a", "b", "c"])).toBe("a, b ir c");
  await useLanguage("en");
});

it("has each key in one part only", () => {
  const parts = import.meta.glob<Partial<Messages>>("../*/words/en.ts", { eager: true, import: "words" });
  const keys = Object.values(parts).flatMap((part) => Object.keys(part));
  expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([]);
});

describe.each(Object.entries(all))("%s", (language, messages) => {
  it("has every key and no other", () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
  });

  it("has the placeholders of English everywhere", () => {
    for (const [key, message] of Object.entries(en) as [keyof Messages, Message][]) {
      const wanted = placeholders(texts(message)[0] ?? "");
      for (const text of texts(messages[key])) expect(placeholders(text), key).toEqual(wanted);
    }
  });

  it("says something everywhere", () => {
    const empty = Object.entries(messages).filter(([, message]) =>
      texts(message).some((text) => !text.trim()),
    );
    expect(empty).toEqual([]);
  });

  it("has all plural forms where there are any", () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages)) {
      if (typeof message === "string" || new Set(texts(message)).size === 1) continue;
      expect(Object.keys(message).sort(), key).toEqual([...wanted].sort());
    }
  });
});

it("leaves nothing in English that should be translated", () => {
  const same = Object.entries(en).filter(
    ([key, message]) =>
      typeof message === "string" && message.length > 24 && et[key as keyof Messages] === message,
  );
  expect(same).toEqual([]);
});

describe("filling in", () => {
  it("puts values in place, and leaves alone what it has none for", () => {
    expect(fill("{a} and {b}", { a: "x" }, "en")).toBe("x and {b}");
  });

  it("chooses the plural form by the language", () => {
    const moves = (n: number) => fill(pl["rooms.moves"], { n }, "pl");
    expect([1, 2, 5, 22, 112].map(moves)).toEqual([
      "1 ruch",
      "2 ruchy",
      "5 ruchów",
      "22 ruchy",
      "112 ruchów",
    ]);
    expect([1, 2, 10, 21].map((n) => fill(lt["rooms.moves"], { n }, "lt"))).toEqual([
      "1 ėjimas",
      "2 ėjimai",
      "10 ėjimų",
      "21 ėjimas",
    ]);
  });

  it("writes numbers as the language does", () => {
    expect(fill("{n}", { n: 0.5 }, "et")).toBe("0,5");
    expect(fill("{n}", { n: 1234567 }, "en")).toBe("1,234,567");
  });
});
