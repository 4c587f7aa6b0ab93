// A tournament of people as a page follows it, and what the reader asks of it.

import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import { type Connection, Link, openSocket } from "../lib/link";
import type { Contest, ContestAnyMessage, ContestPing } from "../lib/types";

/** A result as it is written. */
export function resultText(result: number | null): string {
  if (result === null) return "–";
  if (result === 0.5) return "½–½";
  return result === 1 ? "1–0" : "0–1";
}

export class ContestSession {
  contest = $state.raw<Contest | null>(null);
  connection = $state<Connection>("connecting");
  trouble = $state("");
  /** When the tournament was heard of last, in milliseconds of `performance.now()`, from which pauses run on. */
  heard = $state(0);

  readonly #link: Link<ContestPing, ContestAnyMessage>;

  constructor(id: string) {
    this.#link = new Link(
      {
        hear: (message) => this.#hear(message),
        connection: (state) => {
          this.connection = state;
        },
        waits: () => false,
      },
      { open: () => openSocket(`/api/contests/${encodeURIComponent(id)}/live`) },
    );
  }

  /** The number of the reader among the entrants who play; null for others. */
  get mine(): number | null {
    return this.contest?.entrants.find((one) => one.you && !one.withdrawn)?.number ?? null;
  }

  /** The game of the reader that goes on; undefined if there is none. */
  get game(): Contest["pairings"][0] | undefined {
    const own = this.contest?.entrants.find((one) => one.you)?.number;
    return this.contest?.pairings.find(
      (one) => one.room !== null && one.result === null && (one.first === own || one.second === own),
    );
  }

  nameOf(number: number | null): string {
    return this.contest?.entrants.find((one) => one.number === number)?.name ?? "";
  }

  /** Ask for something, and show what becomes of the tournament. */
  async ask(work: (id: string) => Promise<Contest>): Promise<void> {
    if (!this.contest) return;
    try {
      this.#set(await work(this.contest.id));
      this.trouble = "";
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  join = (name: string): Promise<void> => this.ask((id) => api.joinContest(id, name));

  close(): void {
    this.#link.close();
  }

  hurry(): void {
    this.#link.hurry();
  }

  #hear(message: ContestAnyMessage): void {
    if (message.type === "contest") {
      if (!this.#link.greeted) this.contest = null; // whatever its version, which another database may reset
      this.#set(message.contest);
      this.#link.greet();
    } else this.#link.answer(message);
  }

  #set(contest: Contest): void {
    if (this.contest && contest.version < this.contest.version) return;
    this.contest = contest;
    this.heard = performance.now();
  }
}
