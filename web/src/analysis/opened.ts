// Games that were pasted or loaded from files: kept under a name in the address until the browser's tab is closed.

import type { Opened } from "./session.svelte";

const PREFIX = "nupp.game.";

const kept = new Map<string, Opened>();

/** Keep a game; returns the name under which it is found again. */
export function keep(opened: Opened): string {
  const name = Date.now().toString(36);
  kept.set(name, opened);
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(opened));
  } catch {
    // A full or forbidden store: the game is there until the page is loaded again.
  }
  return name;
}

/** The game that was kept under a name; null if there is none any more. */
export function find(name: string): Opened | null {
  const known = kept.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null") as Opened | null;
  } catch {
    return null;
  }
}
