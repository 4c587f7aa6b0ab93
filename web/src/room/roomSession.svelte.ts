// A room as a page follows it: the game, what machines think of it, and what the reader has asked for.

import { listed, typed } from "../board/choose";
import { api } from "../lib/api";
import { messageOf } from "../lib/errors";
import { t, translate } from "../lib/i18n";
import { invitationsOf, keepInvitations } from "../lib/invitations";
import { type Connection, Refused } from "../lib/link";
import { Live, openRoom } from "../lib/live";
import { moodOf } from "../lib/mood";
import { play } from "../lib/sound";
import type { ChatMessage, Emote, EngineState, PlainCommand, Room, Scene, Side, Thought } from "../lib/types";
import type { WalkWay } from "../ui/WalkButtons.svelte";
import { History, walk } from "./history";
import { type News, Pace } from "./pace";
import { phaseOf, phaseWords } from "./status";
import { saidWords, Talk } from "./talk.svelte";
import { RoomValues } from "./values";

/** Commands that need nothing but their name. */
export type Plain = PlainCommand["type"];

const TOAST_TIME = 6000;

export class RoomSession {
  room = $state.raw<Room | null>(null);
  /** The present position. */
  live = $state.raw<Scene | null>(null);
  /** When the room was heard of last, in milliseconds of `performance.now()`, from which clocks run on. */
  heard = $state(0);
  /** When it was heard last who is there, from which absences run on. */
  seen = $state(0);
  connection = $state<Connection>("connecting");
  /** When the connection was lost, by the same clock; null while there is one. */
  lost = $state<number | null>(null);
  /** The earlier ply that is shown; null while the present is followed. */
  ply = $state<number | null>(null);
  /** What machines thought, by ply. */
  thoughts = $state.raw<ReadonlyMap<number, Thought>>(new Map());
  /** What the first side could expect, by ply; null or nothing where no machine has said it. */
  values = $state.raw<readonly (number | null)[]>([]);
  /** What becomes of the search of the machine to move. */
  engine = $state.raw<{ side: Side; state: EngineState } | null>(null);
  hint = $state.raw<Thought | null>(null);
  hinting = $state(false);
  /** What the players say to each other. */
  readonly talk: Talk;
  toasts = $state.raw<readonly { id: number; text: string }[]>([]);

  readonly #id: string;
  readonly #link: Live;
  readonly #history = new History();
  readonly #values: RoomValues;
  readonly #pace: Pace;
  readonly #refused: () => void;
  /** Counts what becomes known of earlier positions, which are kept outside of what the page follows. */
  #known = $state(0);
  #toast = 0;

  /**
   * refused: called when a move was not accepted, so that the board may forget it. hurried: whether the moves of
   * machines need not be seen one after another.
   */
  constructor(id: string, refused: () => void, hurried: () => boolean = () => false) {
    this.#id = id;
    this.#pace = new Pace((news) => this.#changed(news), hurried);
    this.#values = new RoomValues(id);
    this.talk = new Talk(id, () => this.yours);
    this.#refused = refused;
    this.#link = new Live(
      {
        changed: (room, scene) => this.#pace.take(room, scene),
        connection: (state) => {
          this.connection = state;
          this.lost = state === "lost" ? (this.lost ?? performance.now()) : null;
        },
        engine: (side, state) => {
          this.engine = { side, state };
        },
        thought: (thought) => this.#think(thought),
        said: (message) => this.#listen(message),
        trouble: (error) => this.complain(error),
      },
      { open: () => openRoom(id) },
    );
  }

  close(): void {
    this.#pace.stop();
    this.#link.close();
  }

  hurry(): void {
    this.#link.hurry();
  }

  // ---- what is shown -----------------------------------------------------------------------------------

  get moves(): readonly string[] {
    return this.room?.moves ?? [];
  }

  /** The ply that the reader has gone to. */
  get at(): number {
    return this.ply ?? this.moves.length;
  }

  /** The position there: the present one until an earlier one is known. */
  get scene(): Scene | null {
    return this.sceneAt(this.ply) ?? this.live;
  }

  /** The position after so many moves; null while it is not known. */
  sceneAt(ply: number | null): Scene | null {
    void this.#known;
    return ply === null ? null : (this.#history.at(ply) ?? null);
  }

  /** The sides that the reader plays. */
  get yours(): Side[] {
    const seats = this.room?.seats ?? [];
    return ([0, 1] as const).filter((side) => seats[side]?.yours);
  }

  get yourTurn(): boolean {
    const side = this.live?.to_move;
    return this.room?.state === "playing" && side != null && this.yours.includes(side);
  }

  /** How the game has ended; null while it goes on, and where nobody knows. */
  get outcome(): 1 | 0 | -1 | null {
    return (this.room?.end ?? this.live?.end)?.outcome ?? null;
  }

  /** What becomes of the search of a machine; it is queued until more is heard. */
  stateOf(side: Side): EngineState | null {
    if (this.room?.state !== "playing" || this.live?.to_move !== side) return null;
    return this.engine?.side === side ? this.engine.state : "queued";
  }

  /** Show the position after so many moves. */
  async go(ply: number | null): Promise<void> {
    this.ply = ply === null || ply >= this.moves.length ? null : Math.max(0, ply);
    if (this.ply !== null && !(await this.recall(this.ply))) this.ply = null;
  }

  /** Have the position after so many moves known, if need be from the server; whether it is. */
  async recall(ply: number): Promise<boolean> {
    const room = this.room;
    if (!room) return false;
    if (this.#history.at(ply)) return true;
    try {
      const moves = [...room.moves];
      const scenes = await api.scenes({ game: room.game, position: room.start, moves });
      this.#history.fill(moves, scenes);
      this.#known += 1;
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  walk(way: WalkWay): void {
    if (way === "first") void this.go(0);
    else if (way === "last") void this.go(null);
    else void this.go(walk(this.ply, way === "next" ? 1 : -1, this.moves.length));
  }

  // ---- what is done ------------------------------------------------------------------------------------

  /** Whether the reader may ask for a hint: people who play each other get none. */
  get advised(): boolean {
    const people = this.room?.seats.filter((seat) => seat.kind === "person") ?? [];
    return this.yours.length > 0 && people.every((seat) => seat.yours);
  }

  /** Play a move in the present position; whether it was accepted. */
  async play(move: string): Promise<boolean> {
    try {
      await this.#link.send({ type: "move", ply: this.moves.length, move });
      return true;
    } catch (error) {
      this.#refused();
      play("refused");
      if (error instanceof Refused && error.code === "illegal_move") this.tell(t("walk.illegal", { move }));
      else this.complain(error);
      return false;
    }
  }

  /** Play a move as it was typed, whose beginning is enough where no other begins so; whether it was accepted. */
  async playTyped(text: string): Promise<boolean> {
    const found = typed({ choices: listed(this.live?.choices) }, text);
    if (found.length <= 1) return this.play(found[0]?.move ?? text.trim());
    const moves = found.slice(0, 6).map(({ move }) => move);
    this.tell(t("typed.several", { move: text, moves: moves.join(", ") }));
    return false;
  }

  async command(type: Plain): Promise<void> {
    await this.#ask({ type });
  }

  /** Say something to the other player: a text, or a sign; whether it was passed on. */
  async say(what: { text: string } | { emote: Emote }): Promise<boolean> {
    try {
      await this.#link.send({ type: "chat", ...what });
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  async setPause(seconds: number): Promise<void> {
    await this.#ask({ type: "set_pause", seconds });
  }

  /** Let a seat go, and keep the invitation to it. */
  async release(side: Side): Promise<void> {
    const token = await this.#ask({ type: "release", side });
    if (!token) return;
    const tokens = invitationsOf(this.#id);
    tokens[side] = token;
    keepInvitations(this.#id, tokens);
  }

  /** Ask what would be the best move in the present position. */
  async advise(): Promise<void> {
    const ply = this.moves.length;
    if (this.hinting || !this.yourTurn) return;
    if (!this.advised) return this.tell(t("hint.none"));
    this.ply = null;
    this.hinting = true;
    try {
      await this.#link.hint(ply, (thought) => {
        if (ply === this.moves.length) this.hint = thought;
      });
    } catch (error) {
      this.complain(error);
    } finally {
      this.hinting = false;
    }
  }

  async #ask(command: Parameters<Live["send"]>[0]): Promise<string | undefined> {
    try {
      return await this.#link.send(command);
    } catch (error) {
      this.complain(error);
      return undefined;
    }
  }

  /** Tell of what went wrong, for a while. */
  complain(error: unknown): void {
    this.tell(messageOf(error));
  }

  tell(text: string): void {
    const id = ++this.#toast;
    this.toasts = [...this.toasts.filter((one) => one.text !== text), { id, text }];
    setTimeout(() => this.dismiss(id), TOAST_TIME);
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((one) => one.id !== id);
  }

  // ---- what comes --------------------------------------------------------------------------------------

  #changed({ room, scene, came }: News): void {
    const before = this.room;
    const pieces = this.live?.pieces.length ?? 0;
    const phase = this.live && phaseOf(this.live);
    this.#history.add(room.moves, scene);
    this.#known += 1;
    this.values = this.#values.after(room.moves);
    this.room = room;
    this.live = scene;
    if (room.clock !== before?.clock) this.heard = came;
    if (room.seats !== before?.seats) this.seen = came;
    if (phase && phaseOf(scene) !== phase) this.tell(phaseWords(scene));
    if (before) this.#heed(before, room, scene.pieces.length < pieces);
  }

  /** Let a change be heard and forget what it has made out of date. */
  #heed(before: Room, room: Room, fewer: boolean): void {
    const plies = room.moves.length;
    if (plies !== before.moves.length) this.hint = this.engine = null;
    else if (room.state === before.state) this.#mourn(before.offers, room.offers);
    if (this.ply !== null && this.ply >= plies) this.ply = null;
    if (plies < before.moves.length) {
      this.thoughts = new Map([...this.thoughts].filter(([ply]) => ply <= plies));
    }
    if (room.state === "over" && before.state !== "over") play(moodOf(this.outcome, this.yours));
    else if (plies > before.moves.length) play(fewer ? "capture" : this.yourTurn ? "turn" : "move");
  }

  /** Tell of an offer of the reader's own that the other side has refused. */
  #mourn(before: Room["offers"], now: Room["offers"]): void {
    if (this.yours.length !== 1) return;
    for (const what of ["draw", "takeback", "rematch"] as const) {
      if (what === "rematch" && this.room?.rematch) continue; // it was accepted
      if (before[what] === this.yours[0] && now[what] === null) {
        this.tell(translate(`offer.${what}.refused`) ?? "");
      }
    }
  }

  /** Take up a message, and show it to a reader who does not see the chat. */
  #listen(message: ChatMessage): void {
    if (!this.talk.hear(message)) return;
    const name = this.room?.seats[message.side].name || t("seat.person");
    this.tell(`${name}: ${saidWords(message)}`);
  }

  #think(thought: Thought): void {
    this.thoughts = new Map(this.thoughts).set(thought.ply, thought);
    if (thought.expectation === null) return;
    this.values = this.#values.with(thought.ply, thought.expectation);
  }
}
