// The connection to a room.
//
// The server sends the whole room first, and again after anything but a plain move. What is older than what is known
// is dropped; where a move is missing the connection is made anew. Moves are sent again after a connection broke,
// which does no harm, since the server knows them by their ply.

import { type Command, type Connection, Link, type Options, openSocket, Refused } from "./link";
import type { ChatMessage, EngineState, Room, RoomCommand, RoomMessage, Scene, Side, Thought } from "./types";

export interface Listener {
  /** The room has changed; `scene` is that of its last position. */
  changed(room: Room, scene: Scene): void;
  connection(state: Connection): void;
  /** A machine begins to think, or waits to be able to. */
  engine(side: Side, state: EngineState): void;
  /** A machine tells what it thinks. */
  thought(thought: Thought): void;
  /** A player says something to the other one. */
  said?(message: ChatMessage): void;
  /** Something is wrong with the room that no command has caused. */
  trouble(error: Refused): void;
}

export class Live {
  #room: Room | null = null;
  #scene: Scene | null = null;
  readonly #listener: Listener;
  readonly #link: Link<RoomCommand, RoomMessage>;

  constructor(listener: Listener, options: Options) {
    this.#listener = listener;
    this.#link = new Link(
      {
        hear: (message) => this.#hear(message),
        connection: (state) => listener.connection(state),
        waits: (command) => command.type === "move",
      },
      options,
    );
  }

  get state(): Connection {
    return this.#link.state;
  }

  /** Send a command; fulfilled when the server has carried it out, with the token of a seat let go, else a `Refused`. */
  send(command: Command<RoomCommand>): Promise<string | undefined> {
    return this.#link.send(command);
  }

  /** Ask for a hint; `tell` hears of better and better ones until the promise is fulfilled. */
  hint(ply: number, tell: (thought: Thought) => void): Promise<unknown> {
    return this.#link.send({ type: "hint", ply }, (thought) => tell(thought as Thought));
  }

  /** Try to connect at once, as when the network is back. */
  hurry(): void {
    this.#link.hurry();
  }

  close(): void {
    this.#link.close();
  }

  #hear(message: RoomMessage): void {
    switch (message.type) {
      case "room":
        return this.#enter(message.room, message.scene);
      case "move":
        return this.#moved(message);
      case "presence":
        return this.#present(message);
      case "engine":
        return this.#listener.engine(message.side, message.state);
      case "thought":
        return this.#listener.thought(message.thought);
      case "chat":
        return this.#listener.said?.(message);
      case "hint":
        return this.#link.forward(message.id, message.thought);
      case "done":
        this.#link.answer(message);
        return;
      case "error":
        if (!this.#link.answer(message)) {
          this.#listener.trouble(new Refused(message.code, message.message));
        }
    }
  }

  /** Take over the whole room. The first of a connection counts whatever its version, which a restart may reset. */
  #enter(room: Room, scene: Scene): void {
    if (this.#link.greeted && this.#room && room.version < this.#room.version) return;
    this.#set(room, scene);
    this.#link.greet();
  }

  #moved(message: Extract<RoomMessage, { type: "move" }>): void {
    const room = this.#room;
    if (!room || message.version <= room.version) return;
    const before = message.scene.ply - 1;
    if (before !== room.moves.length) return this.#link.renew();
    const { version, move, seconds, clock, state, end, offers } = message;
    const moves = [...room.moves, move];
    const movers = [...room.movers, this.#scene?.to_move ?? 0];
    this.#set(
      { ...room, version, moves, movers, seconds: [...room.seconds, seconds], clock, state, end, offers },
      message.scene,
    );
  }

  /** Who is there. Its version does not count: the change that made it may still be on its way. */
  #present({ connected, away, spectators, watching }: Extract<RoomMessage, { type: "presence" }>): void {
    const room = this.#room;
    if (!room || !this.#scene) return;
    const [first, second] = room.seats;
    const seats: Room["seats"] = [
      { ...first, connected: connected[0], away: away[0] },
      { ...second, connected: connected[1], away: away[1] },
    ];
    this.#set({ ...room, seats, spectators, watching }, this.#scene);
  }

  #set(room: Room, scene: Scene): void {
    this.#room = room;
    this.#scene = scene;
    this.#listener.changed(room, scene);
  }
}

/** The WebSocket of a room. */
export const openRoom = (id: string) => openSocket(`/api/rooms/${encodeURIComponent(id)}/live`);
