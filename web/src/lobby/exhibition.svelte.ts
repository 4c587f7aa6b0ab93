// The game of machines that the start shows: followed while somebody looks, and the next one after it.

import { api } from "../lib/api";
import { Live, openRoom } from "../lib/live";
import type { Board, Room, Scene } from "../lib/types";

/** Milliseconds for which the end of a game is shown, and after which the server is asked again. */
const PAUSE = 6000;

export class Exhibition {
  on = $state(false);
  room = $state.raw<Room | null>(null);
  scene = $state.raw<Scene | null>(null);
  board = $state.raw<Board | null>(null);
  #live: Live | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts beginnings and ends, so that a late answer is known as one. */
  #turn = 0;

  start(): void {
    this.on = true;
    void this.#follow();
  }

  stop(): void {
    this.on = false;
    this.#leave();
  }

  #leave(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#live?.close();
    this.#live = null;
  }

  async #follow(): Promise<void> {
    this.#leave();
    const turn = this.#turn;
    try {
      const { id, game } = await api.exhibition();
      const board = await api.board(game);
      if (turn !== this.#turn) return;
      this.#live = new Live(
        {
          changed: (room, scene) => this.#show(room, scene, board),
          connection: (state) => {
            if (state === "closed" && turn === this.#turn) this.#again();
          },
          engine: () => {},
          thought: () => {},
          trouble: () => {},
        },
        { open: () => openRoom(id) },
      );
    } catch {
      if (turn === this.#turn) this.#again();
    }
  }

  #show(room: Room, scene: Scene, board: Board): void {
    this.room = room;
    this.scene = scene;
    this.board = board;
    if (room.state === "over") this.#again();
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#follow(), PAUSE);
  }
}
