// A WebSocket that comes back by itself, and commands that arrive once or are refused.
//
// The server greets every connection with the whole of what the page follows. A command that is not answered when the
// connection breaks is refused as `lost`, but for those that may be sent again.

import type { DoneMessage, ErrorMessage } from "./types";

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

/** A command as it is asked for: the link numbers it. */
export type Command<C> = C extends { type: string } ? Omit<C, "id"> : never;

interface Pending<C> {
  command: C;
  /** token: what takes the seat that was let go. */
  resolve(token: string | undefined): void;
  reject(error: Refused): void;
  /** Told of what comes before the answer; null for commands of which nothing does. */
  heard: ((message: unknown) => void) | null;
}

export interface Options {
  open(): Socket;
  /** How long to wait, in milliseconds, before the n-th attempt (from 1) to connect again. */
  delay?: (attempt: number) => number;
}

export interface Handler<C, M> {
  hear(message: M): void;
  connection(state: Connection): void;
  /** Whether a command waits for a connection and is sent again over the next one. */
  waits(command: C): boolean;
}

const PING_EVERY = 20_000;
const SILENCE = 50_000;
/** Codes with which a server says that it is no use to come again: not there, not allowed. */
const FINAL = new Set([4003, 4004]);

/** Half a second, then twice as long each time up to ten seconds, and up to half of that more by chance. */
export function backoff(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** attempt) * (1 + Math.random() / 2);
}

export class Link<C extends { type: string; id?: number }, M> {
  #socket: Socket | null = null;
  #state: Connection = "connecting";
  #attempt = 0;
  #last = 0;
  #heard = 0;
  #greeted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  readonly #pending = new Map<number, Pending<C>>();
  readonly #handler: Handler<C, M>;
  readonly #options: Options;

  constructor(handler: Handler<C, M>, options: Options) {
    this.#handler = handler;
    this.#options = options;
    this.#connect();
  }

  get state(): Connection {
    return this.#state;
  }

  /** Whether the server has greeted the present connection. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** Send a command; fulfilled when the server has carried it out, else a `Refused`. heard: of what comes before. */
  send(command: Command<C>, heard: Pending<C>["heard"] = null): Promise<string | undefined> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const numbered = { ...command, id } as unknown as C;
      const waits = this.#state === "open" || this.#handler.waits(numbered);
      if (!waits || this.#state === "closed") return reject(lost());
      this.#pending.set(id, { command: numbered, resolve, reject, heard });
      if (this.#state === "open") this.#write(numbered);
    });
  }

  /** The server has greeted this connection: what waited is sent. */
  greet(): void {
    const fresh = !this.#greeted;
    this.#greeted = true;
    this.#attempt = 0;
    this.#setState("open");
    if (fresh) for (const { command } of this.#pending.values()) this.#write(command);
  }

  /** Pass on what came before the answer to a command. */
  forward(id: number, message: unknown): void {
    this.#pending.get(id)?.heard?.(message);
  }

  /** Settle the command that a message answers; false for an error that no command has caused. */
  answer(message: DoneMessage | ErrorMessage): boolean {
    if (message.id === null) return false;
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.type === "done") pending?.resolve(message.invitation ?? undefined);
    else pending?.reject(new Refused(message.code, message.message));
    return true;
  }

  /** Try to connect at once, as when the network is back. */
  hurry(): void {
    if (this.#state !== "lost") return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  /** Leave the present connection and make another. */
  renew(): void {
    this.#drop();
    this.#lost(false);
  }

  close(): void {
    this.#setState("closed");
    this.#drop();
    clearTimeout(this.#retry);
    this.#refuse(() => true);
  }

  #connect(): void {
    const socket = this.#options.open();
    this.#socket = socket;
    this.#greeted = false;
    socket.onopen = () => this.#opened();
    socket.onclose = ({ code }) => this.#lost(FINAL.has(code));
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.#handler.hear(JSON.parse(data) as M);
    };
  }

  #opened(): void {
    this.#heard = Date.now();
    this.#ping = setInterval(() => this.#check(), PING_EVERY);
  }

  /** Ask for a sign of life; give the connection up if there has been none for long. */
  #check(): void {
    if (Date.now() - this.#heard > SILENCE) return this.renew();
    this.#write({ id: ++this.#last, type: "ping" });
  }

  #write(command: C | { id: number; type: "ping" }): void {
    this.#socket?.send(JSON.stringify(command));
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
    this.#refuse((command) => !this.#handler.waits(command));
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), (this.#options.delay ?? backoff)(this.#attempt));
  }

  #refuse(wanted: (command: C) => boolean): void {
    for (const [id, { command, reject }] of this.#pending) {
      if (!wanted(command)) continue;
      this.#pending.delete(id);
      reject(lost());
    }
  }

  #setState(state: Connection): void {
    if (this.#state === state || this.#state === "closed") return;
    this.#state = state;
    this.#handler.connection(state);
  }
}

function lost(): Refused {
  return new Refused("lost", "the connection to the server is lost");
}

/** A WebSocket of the server that the page came from. */
export function openSocket(path: string): Socket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url) as Socket;
}
