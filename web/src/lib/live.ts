// The connection to a room: a WebSocket that comes back by itself, and commands that arrive once or are refused.
//
// The server sends the whole room first, and again after anything but a plain move. What is older than what is known
// is dropped; where a move is missing the connection is made anew. A command that is not answered when the
// connection breaks is refused as `lost`, but for moves: they are sent again, which does no harm, since the
// server knows them by their ply.

import type { ChatMessage, EngineState, Room, RoomCommand, RoomMessage, Scene, Side, Thought } from "./types";

type Command<C = RoomCommand> = C extends RoomCommand ? Omit<C, "id"> : never;

/** The part of a WebSocket that is used. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** `connecting` for the first time, `open`, `lost` and trying again, or `closed` for good. */
export type Connection = "connecting" | "open" | "lost" | "closed";

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

/** A command that the server refused (its code), or that was `lost` with the connection. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "Refused";
  }
}

interface Pending {
  command: RoomCommand;
  /** token: what takes the seat that was let go. */
  resolve(token: string | undefined): void;
  reject(error: Refused): void;
  hint: ((thought: Thought) => void) | null;
}

export interface Options {
  open(): Socket;
  /** How long to wait, in milliseconds, before the n-th attempt (from 1) to connect again. */
  delay?: (attempt: number) => number;
}

const PING_EVERY = 20_000;
const SILENCE = 50_000;
/** Codes with which a server says that it is no use to come again: no such room, not allowed. */
const FINAL = new Set([4003, 4004]);

/** Half a second, then twice as long each time up to ten seconds, and up to half of that more by chance. */
export function backoff(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** attempt) * (1 + Math.random() / 2);
}

export class Live {
  #room: Room | null = null;
  #scene: Scene | null = null;
  #socket: Socket | null = null;
  #state: Connection = "connecting";
  #attempt = 0;
  #last = 0;
  #heard = 0;
  /** Whether the room has come over the present connection. */
  #greeted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  readonly #pending = new Map<number, Pending>();
  readonly #listener: Listener;
  readonly #options: Options;

  constructor(listener: Listener, options: Options) {
    this.#listener = listener;
    this.#options = options;
    this.#connect();
  }

  get state(): Connection {
    return this.#state;
  }

  /** Send a command; fulfilled when the server has carried it out, with the token of a seat let go, else a `Refused`. */
  send(command: Command): Promise<string | undefined> {
    return this.#add(command, null);
  }

  /** Ask for a hint; `tell` hears of better and better ones until the promise is fulfilled. */
  hint(ply: number, tell: (thought: Thought) => void): Promise<unknown> {
    return this.#add({ type: "hint", ply }, tell);
  }

  /** Try to connect at once, as when the network is back. */
  hurry(): void {
    if (this.#state !== "lost") return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  close(): void {
    this.#setState("closed");
    this.#drop();
    clearTimeout(this.#retry);
    this.#refuse(() => true);
  }

  #add(command: Command, hint: Pending["hint"]): Promise<string | undefined> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const numbered = { ...command, id } as RoomCommand;
      const waits = this.#state === "open" || numbered.type === "move";
      if (!waits || this.#state === "closed") return reject(lost());
      this.#pending.set(id, { command: numbered, resolve, reject, hint });
      if (this.#state === "open") this.#write(numbered);
    });
  }

  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => this.#opened();
    socket.onclose = ({ code }) => this.#lost(FINAL.has(code));
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data) as RoomMessage);
  }

  #opened(): void {
    this.#heard = Date.now();
    this.#ping = setInterval(() => this.#check(), PING_EVERY);
  }

  /** Ask for a sign of life; give the connection up if there has been none for long. */
  #check(): void {
    if (Date.now() - this.#heard > SILENCE) return this.#renew();
    this.#write({ id: ++this.#last, type: "ping" });
  }

  #write(command: RoomCommand): void {
    this.#socket?.send(JSON.stringify(command));
  }

  /** Leave the present connection and make another. */
  #renew(): void {
    this.#drop();
    this.#lost(false);
  }

  #drop(): void {
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #lost(final: boolean): void {
    clearInterval(this.#ping);
    this.#socket = null;
    if (final) return this.close();
    this.#setState("lost");
    this.#refuse((command) => command.type !== "move");
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), (this.#options.delay ?? backoff)(this.#attempt));
  }

  #refuse(wanted: (command: RoomCommand) => boolean): void {
    for (const [id, { command, reject }] of this.#pending) {
      if (!wanted(command)) continue;
      this.#pending.delete(id);
      reject(lost());
    }
  }

  #setState(state: Connection): void {
    if (this.#state === state || this.#state === "closed") return;
    this.#state = state;
    this.#listener.connection(state);
  }

  #hear(message: RoomMessage): void {
    this.#heard = Date.now();
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
        return this.#pending.get(message.id)?.hint?.(message.thought);
      case "done":
        return this.#answer(message.id, (pending) => pending.resolve(message.invitation ?? undefined));
      case "error":
        if (message.id === null) return this.#listener.trouble(new Refused(message.code, message.message));
        return this.#answer(message.id, (pending) =>
          pending.reject(new Refused(message.code, message.message)),
        );
    }
  }

  #answer(id: number, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    how(pending);
  }

  /** Take over the whole room. The first of a connection counts whatever its version, which a restart may reset. */
  #enter(room: Room, scene: Scene): void {
    if (this.#greeted && this.#room && room.version < this.#room.version) return;
    const fresh = !this.#greeted;
    this.#greeted = true;
    this.#attempt = 0;
    this.#set(room, scene);
    this.#setState("open");
    if (fresh) for (const { command } of this.#pending.values()) this.#write(command);
  }

  #moved(message: Extract<RoomMessage, { type: "move" }>): void {
    const room = this.#room;
    if (!room || message.version <= room.version) return;
    const before = message.scene.ply - 1;
    if (before !== room.moves.length) return this.#renew();
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

function lost(): Refused {
  return new Refused("lost", "the connection to the server is lost");
}

/** The WebSocket of a room on the server that the page came from. */
export function openSocket(id: string): Socket {
  const url = new URL(`/api/rooms/${encodeURIComponent(id)}/live`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url) as Socket;
}
