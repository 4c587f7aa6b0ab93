// Streams of events for tests, in place of the browser's.

import type { JobEvent } from "./types";

/** The streams of events that were opened, with what the page does when something comes. */
export class Source {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly address: string) {
    Source.opened.push(this);
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }

  tell(event: JobEvent): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  fail(): void {
    this.readyState = Source.CLOSED;
    this.onerror?.();
  }
}
