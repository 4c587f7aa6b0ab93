// An engine that follows the game that is shown, from position to position.

import { onDestroy, untrack } from "svelte";
import type { Engine } from "./engine.svelte";
import type { Session } from "./session.svelte";

/**
 * Let an engine think of the position that a game shows, while the engine is on and unless the game is over there.
 * Called where a component is made, and ends with it. `note` gets the node of the position and what the first side may
 * expect there, after each thought.
 */
export function follow(
  engine: Engine,
  session: () => Session,
  note: (id: number, value: number) => void = () => {},
): void {
  const game = $derived(session().heading.game);
  const start = $derived(session().heading.start);
  // What the engine says of the position changes the tree, but not these moves.
  const position = $derived(session().moves.join(" "));
  const thinks = $derived.by(() => {
    const { scene } = session();
    return engine.on && scene !== null && scene.end === null;
  });

  $effect(() => {
    if (!thinks) {
      engine.stop();
      return;
    }
    const here = untrack(() => session().here);
    engine.start({ game, position: start, moves: position.split(" ").filter(Boolean) }, () => {
      const value = engine.lead?.expectation ?? null;
      if (value !== null) note(here, value);
    });
  });
  onDestroy(() => engine.stop());
}
