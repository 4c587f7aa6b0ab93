// What the players of a room say to each other, and what of it the reader has not seen yet.

import { translate } from "../lib/i18n";
import { isNumber } from "../lib/settings";
import { Shelf } from "../lib/shelf";
import type { ChatMessage, Side } from "../lib/types";

const MOST_SAID = 50;

const shelf = new Shelf("talks", 20);

/** A message in words. */
export const saidWords = ({ text, emote }: ChatMessage): string => text ?? translate(`emote.${emote}`) ?? "";

export class Talk {
  readonly #room: string;
  readonly #yours: () => readonly Side[];
  #all: readonly ChatMessage[] = $state.raw([]);
  /** The number of the last message that the reader has seen, kept in the browser's tab. */
  #seen = $state(0);
  #inSight = $state(false);
  /** Whether what the other player says is left out. */
  muted = $state(false);

  readonly messages: readonly ChatMessage[] = $derived.by(() =>
    this.#all.filter((one) => !this.muted || this.#isOwn(one)),
  );
  /** How many messages of the other player the reader has not seen. */
  readonly unread: number = $derived.by(
    () => this.messages.filter((one) => one.number > this.#seen && !this.#isOwn(one)).length,
  );

  /** room: its id. yours: the sides of the reader. */
  constructor(room: string, yours: () => readonly Side[]) {
    this.#room = room;
    this.#yours = yours;
    const kept = shelf.find(room);
    if (isNumber(kept)) this.#seen = kept;
  }

  /** Take up a message, which may come again after a connection was lost; true if it is unread news. */
  hear(message: ChatMessage): boolean {
    if (this.#all.some((one) => one.number === message.number)) return false;
    this.#all = [...this.#all, message].slice(-MOST_SAID);
    if (this.#inSight) this.#read();
    return message.number > this.#seen && !this.#isOwn(message) && !this.muted;
  }

  /** Note whether the messages are in sight of the reader. */
  show(inSight: boolean): void {
    this.#inSight = inSight;
    if (inSight) this.#read();
  }

  #read(): void {
    this.#seen = Math.max(this.#seen, ...this.#all.map(({ number }) => number));
    shelf.put(this.#room, this.#seen);
  }

  #isOwn({ side }: ChatMessage): boolean {
    return this.#yours().includes(side);
  }
}
