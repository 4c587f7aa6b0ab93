// What a reader sees of the thoughts of machines: a glance at the position that one was about, moves and visits on it.

import { type Arrow, type Highlight, heatOf } from "../board/highlight";
import type { Scene, Thought } from "../lib/types";
import type { RoomSession } from "./roomSession.svelte";

/** Milliseconds for which a position is still shown when it is not pointed at any more, but perhaps soon again. */
const LINGER = 150;

const hasVisits = (one: Thought): boolean => one.candidates.some(({ visits }) => visits > 0);

const hintArrow = ({ candidates }: Thought): Arrow[] =>
  candidates.slice(0, 1).map(({ steps }) => ({ steps, tone: "hint", weight: 1 }));

export class Glance {
  readonly #session: Pick<RoomSession, "thoughts" | "hint" | "at" | "sceneAt" | "recall">;
  /** The moves that are pointed at among thoughts. */
  arrows: readonly Arrow[] = $state.raw([]);
  /** Whether it is shown how often a search has visited each cell. */
  heated = $state(false);
  /** The ply of the thought that is pointed at. */
  #pointed: number | null = $state(null);
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** Whether some search has counted its visits. */
  readonly counted: boolean = $derived.by(() => [...this.#session.thoughts.values()].some(hasVisits));
  /** The ply whose position is looked at because of what was thought about it; null for none. */
  readonly ply: number | null = $derived.by(
    () => this.#pointed ?? (this.heated ? (this.latest(hasVisits)?.ply ?? null) : null),
  );
  /** The position looked at; null for none, and until it is known. */
  readonly scene: Scene | null = $derived.by(() => this.#session.sceneAt(this.ply));
  /** The advice for the position where the reader is. */
  readonly hint: Thought | null = $derived.by(() => {
    const { hint, at } = this.#session;
    return hint?.ply === at ? hint : null;
  });

  constructor(session: Pick<RoomSession, "thoughts" | "hint" | "at" | "sceneAt" | "recall">) {
    this.#session = session;
  }

  /** The latest of these thoughts about a position up to where the reader is. */
  latest(wanted: (one: Thought) => boolean): Thought | null {
    const { thoughts, at } = this.#session;
    const found = [...thoughts.values()].filter((one) => one.ply <= at && wanted(one));
    return found.sort((a, b) => b.ply - a.ply)[0] ?? null;
  }

  /** What is shown on the position at a ply. */
  highlightAt(ply: number): Highlight {
    const advice = this.hint?.ply === ply ? hintArrow(this.hint) : [];
    const thought = this.heated ? this.#session.thoughts.get(ply) : undefined;
    return {
      arrows: [...this.arrows, ...advice],
      ...(thought ? { heat: heatOf(thought.candidates) } : {}),
    };
  }

  /** Look at the position that a thought is about, or with null no more; the position once it is known. */
  async look(ply: number | null): Promise<Scene | null> {
    clearTimeout(this.#leaving);
    if (ply === null) {
      this.#leaving = setTimeout(() => {
        this.#pointed = null;
      }, LINGER);
      return null;
    }
    this.#pointed = ply;
    return (await this.#session.recall(ply)) ? this.#session.sceneAt(ply) : null;
  }
}
