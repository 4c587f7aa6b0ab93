// What the sides of a form of a game are called: in some forms the other colour begins.

import type { GameInfo, Scene } from "../lib/types";

/** The sides of a game as a scene of it has them. */
export function sidesOf(info: GameInfo | undefined, scene: Scene | null): [string, string] {
  const [first, second] = info?.sides ?? ["first", "second"];
  const [begins, follows] = scene?.colours ?? [first, second];
  return begins === second && follows === first ? [second, first] : [first, second];
}
