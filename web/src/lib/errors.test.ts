import { beforeAll, expect, it, vi } from "vitest";
import { faultOf } from "./errors";
import { useLanguage } from "./i18n";
import * as words from "./words";

beforeAll(() => {
  vi.spyOn(words, "loadWords").mockResolvedValue(words.NO_WORDS);
});

it("says in the reader's language what the page knows, and else what the server said", async () => {
  const memory = { code: "memory", message: "not enough memory" };
  const other = { code: "", message: "no such player" };
  await useLanguage("pl");
  expect(faultOf(memory)).toContain("pamięci");
  expect(faultOf(other)).toBe("no such player");
  await useLanguage("en");
  expect(faultOf(memory)).toContain("memory than a search gets");
  expect(faultOf({ code: "too_many", message: "wait 2 s" })).toBe("wait 2 s");
});
