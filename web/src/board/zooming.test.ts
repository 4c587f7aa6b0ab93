import { describe, expect, it } from "vitest";
import { scrolled, Zooming } from "./zooming.svelte";

/** A board of 16 cells across that is 256 pixels wide, in a frame. */
function small() {
  const frame = { scrollLeft: 0, scrollTop: 0 };
  const zooming = new Zooming(
    () => frame,
    () => 16,
  );
  zooming.width = 256;
  return { frame, zooming };
}

describe("a board that is enlarged", () => {
  it("is one with small cells", () => {
    const { zooming } = small();
    expect(zooming.isSmall).toBe(true);
    zooming.width = 640;
    expect(zooming.isSmall).toBe(false);
  });
  it("grows and shrinks step by step, between all of it and cells as wide as a thumb", async () => {
    const { zooming } = small();
    const seen: number[] = [];
    for (const by of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
      await zooming.step(by, [0, 0]);
      seen.push(zooming.level);
    }
    expect(seen).toEqual([2, 2.75, 3.75, 3.75, 2.75, 2, 1, 1]);
  });
  it("keeps in place what is seen at a point", async () => {
    const { frame, zooming } = small();
    await zooming.step(1, [100, 50]);
    expect(frame).toEqual({ scrollLeft: 100, scrollTop: 50 });
    expect(scrolled(100, 30, 2)).toBe(230);
  });
  it("follows two fingers, within its limits", () => {
    const { zooming } = small();
    zooming.pinch(100, null);
    zooming.pinch(150, [0, 0]);
    expect(zooming.level).toBe(1.5);
    zooming.pinch(900, [0, 0]);
    expect(zooming.level).toBe(3.75);
    zooming.pinch(100, null);
    zooming.pinch(10, [0, 0]);
    expect(zooming.level).toBe(1);
  });
});
