// Values that pages follow: whatever reads one while it is drawn is drawn again when the value changes.

import { createSubscriber } from "svelte/reactivity";

export class Observed<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();
  readonly #subscribe = createSubscriber((update) => {
    this.#listeners.add(update);
    return () => this.#listeners.delete(update);
  });

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    this.#subscribe();
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
