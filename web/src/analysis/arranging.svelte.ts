// A position that is being set up: by its text, or piece by piece, each following the other.

import { ApiError, api } from "../lib/api";
import { messageOf } from "../lib/errors";
import type { Board, Piece, Scene, Side } from "../lib/types";
import { clicked, told, workbench } from "./placing";

/** Milliseconds after the last key at which the text is looked at. */
const PATIENCE = 200;

export class Arranging {
  readonly game: string;
  text = $state("");
  /** What is wrong with the position; empty if it is one. */
  fault = $state("");
  side = $state<Side>(0);
  board = $state.raw<Board | null>(null);
  /** The latest position that was right. */
  scene = $state.raw<Scene | null>(null);
  /** The pieces that may be placed; none where positions are texts alone. */
  kinds = $state.raw<readonly Piece[]>([]);
  /** Which of them a click places; -1 takes away. */
  brush = $state(0);

  #pieces = $state.raw<readonly Piece[]>([]);
  #turn = $state(0);
  #asking = new AbortController();

  constructor(game: string, text: string) {
    this.game = game;
    this.text = text;
  }

  /** What the board shows. */
  get shown(): Scene | null {
    if (!this.board || !this.scene || this.kinds.length === 0) return this.scene;
    return workbench(this.board, this.scene, this.#pieces, this.side, this.#turn);
  }

  get kind(): Piece | null {
    return this.kinds[this.brush] ?? null;
  }

  async load(): Promise<void> {
    try {
      [this.board, this.kinds] = await Promise.all([api.board(this.game), api.pieces(this.game)]);
    } catch (error) {
      this.fault = messageOf(error);
    }
    await this.read(0);
  }

  /** Read the text, unless it is changed again soon; without one, take the start of the game. */
  async read(patience = PATIENCE): Promise<void> {
    const asking = this.#ask();
    const wanted = this.text.trim();
    await new Promise((done) => setTimeout(done, patience));
    if (asking.aborted) return;
    try {
      const scene = await api.scene({ game: this.game, position: wanted || null, moves: [] }, asking);
      if (!wanted) this.text = scene.position;
      this.#adopt(scene);
    } catch (error) {
      this.#fail(error, asking);
    }
  }

  click(cell: number): void {
    this.#pieces = clicked(this.#pieces, this.kind, cell);
    void this.#arrange();
  }

  clear(): void {
    this.#pieces = [];
    void this.#arrange();
  }

  begin(): void {
    this.text = "";
    void this.read(0);
  }

  give(side: Side): void {
    this.side = side;
    void this.#arrange();
  }

  close(): void {
    this.#asking.abort();
  }

  async #arrange(): Promise<void> {
    this.#turn += 1;
    const asking = this.#ask();
    try {
      const found = await api.arrange(
        {
          game: this.game,
          position: this.scene?.position ?? null,
          pieces: told(this.#pieces),
          to_move: this.side,
        },
        asking,
      );
      this.text = found.position;
      if (found.scene) this.#adopt(found.scene);
      else this.fault = found.fault ?? "";
    } catch (error) {
      this.#fail(error, asking);
    }
  }

  #adopt(scene: Scene): void {
    this.scene = scene;
    this.#pieces = scene.pieces;
    this.side = scene.to_move ?? this.side;
    this.#turn += 1;
    this.fault = "";
  }

  #fail(error: unknown, asking: AbortSignal): void {
    if (asking.aborted) return;
    // The message says where the text is wrong, which no words of the page could.
    this.fault =
      error instanceof ApiError && error.code === "bad_position" ? error.message : messageOf(error);
  }

  /** Ask for something new, and for nothing else any more. */
  #ask(): AbortSignal {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }
}
