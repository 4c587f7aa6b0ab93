import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "./keys";

const event = (key: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    target: null,
    preventDefault: vi.fn(),
    ...more,
  }) as unknown as KeyboardEvent;

// A document is not needed: what has the focus is a test for real browsers.
beforeEach(() => vi.stubGlobal("Element", class {}));
afterEach(() => vi.unstubAllGlobals());

describe("a handler of keys", () => {
  it("acts, and leaves the browser nothing to do", () => {
    const flip = vi.fn();
    const pressed = event("f");
    handler({ f: flip })(pressed);
    expect(flip).toHaveBeenCalledOnce();
    expect(pressed.preventDefault).toHaveBeenCalled();
  });
  it("leaves other keys, and those of the browser, alone", () => {
    const flip = vi.fn();
    const act = handler({ f: flip });
    for (const pressed of [event("g"), event("f", { ctrlKey: true }), event("f", { metaKey: true })]) {
      act(pressed);
      expect(pressed.preventDefault).not.toHaveBeenCalled();
    }
    expect(flip).not.toHaveBeenCalled();
  });
});
