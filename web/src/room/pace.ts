// How fast positions follow each other: a machine may answer before one has seen what one's own move has brought.

import type { Room, Scene } from "../lib/types";

/** Milliseconds for which a position is to be seen before the move of a machine changes it. */
const SEEN = 600;
/** As many moves may wait, each for all of that time; of more each waits for less, so that none comes late. */
const UNHURRIED = 4;

/** A change of a room, and when it came, in milliseconds of `performance.now()`. */
export interface News {
  readonly room: Room;
  readonly scene: Scene;
  readonly came: number;
}

/** Passes on the changes of a room in their order, the moves of machines no faster than one can follow. */
export class Pace {
  readonly #show: (news: News) => void;
  readonly #hurried: () => boolean;
  readonly #waiting: News[] = [];
  #shown: Room | null = null;
  /** When the moves changed last, by the same clock. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** hurried: whether nobody would see, or wants, what comes one after another. */
  constructor(show: (news: News) => void, hurried: () => boolean) {
    this.#show = show;
    this.#hurried = hurried;
  }

  take(room: Room, scene: Scene): void {
    this.#waiting.push({ room, scene, came: performance.now() });
    this.#pass();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #pass(): void {
    clearTimeout(this.#timer);
    for (let news = this.#waiting[0]; news; news = this.#waiting[0]) {
      const left = this.#left(news.room);
      if (left > 0) {
        this.#timer = setTimeout(() => this.#pass(), left);
        return;
      }
      this.#waiting.shift();
      if (news.room.moves.length !== this.#shown?.moves.length) this.#since = performance.now();
      this.#shown = news.room;
      this.#show(news);
    }
  }

  /** For how much longer a change has to wait. */
  #left({ moves, movers, seats }: Room): number {
    const mover = movers.at(-1);
    const follows = this.#shown !== null && moves.length === this.#shown.moves.length + 1;
    if (!follows || mover === undefined || seats[mover].kind !== "engine" || this.#hurried()) return 0;
    const time = SEEN / Math.ceil(this.#waiting.length / UNHURRIED);
    return this.#since + time - performance.now();
  }
}
