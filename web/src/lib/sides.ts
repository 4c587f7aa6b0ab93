// What the sides of a game are called: by what one sees of them.

import type { GameInfo, Scene } from "./types";

/** Names that say nothing of how a side looks, but for cross and nought on paper. */
const ABSTRACT = new Set(["x", "o", "first", "second"]);

/**
 * The sides of a game as a scene of it shows them, or as they usually look. In some forms of a game the other colour
 * begins, and sides that are mere numbers or letters go by the colours of their pieces.
 */
export function sidesOf(info: GameInfo | undefined, scene: Scene | null): [string, string] {
  const [first, second] = info?.sides ?? ["first", "second"];
  const { colours, style } = scene ?? info ?? {};
  if (!colours || (first === "x" && style === "paper")) return [first, second];
  const exchanged = colours[0] === second && colours[1] === first;
  return exchanged || ABSTRACT.has(first) ? [colours[0], colours[1]] : [first, second];
}
