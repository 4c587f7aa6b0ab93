import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { draft, forgetDraft } from "./drafts";

class Field extends EventTarget {
  value = "";
}

const field = () => {
  const made = new Field();
  const leave = draft("a")(made as unknown as HTMLInputElement);
  return { made, leave };
};

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function type(into: Field, text: string): void {
  into.value = text;
  into.dispatchEvent(new Event("input"));
}

it("brings back what was typed, and tells the page of it", () => {
  const { made, leave } = field();
  type(made, "d4 e5");
  leave();
  type(made, "not kept any more");
  const again = new Field();
  const heard = vi.fn();
  again.addEventListener("input", heard);
  draft("a")(again as unknown as HTMLInputElement);
  expect([again.value, heard.mock.calls.length]).toEqual(["d4 e5", 1]);
});

it("has nothing of what was sent or emptied", () => {
  const { made } = field();
  type(made, "x");
  forgetDraft("a");
  expect(field().made.value).toBe("");
  type(made, "y");
  type(made, "");
  expect(field().made.value).toBe("");
});

it("leaves a field alone that says something already", () => {
  type(field().made, "x");
  const made = new Field();
  made.value = "own";
  draft("a")(made as unknown as HTMLInputElement);
  expect(made.value).toBe("own");
});
