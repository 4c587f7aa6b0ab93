// What the strongest player thinks of a position in the end.

import { api, type Line, watchJob } from "./api";
import type { Budget, Thought } from "./types";

/** The last thought of a search of some length; null if there was none. */
export async function lastThought(line: Line, budget: Budget): Promise<Thought | null> {
  const { job } = await api.think(line, "strong", budget, 1);
  return new Promise((resolve) => {
    let last: Thought | null = null;
    const end = () => resolve(last);
    watchJob(
      job,
      (event) => {
        if (event.type === "thought") last = event.thought;
        if (event.type === "done") end();
      },
      end,
    );
  });
}
