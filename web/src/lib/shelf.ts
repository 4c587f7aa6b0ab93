// Things that are kept under names until the browser's tab is closed, the latest few of each kind.

const PREFIX = "nupp.";

/** The longest text that is kept of one thing, so that a few of them fit into any browser's store. */
const LONGEST = 500_000;

/** Keeps things of one kind; where nothing can be stored they are there until the page is loaded again. */
export class Shelf {
  readonly #kind: string;
  readonly #most: number;
  readonly #known = new Map<string, unknown>();

  constructor(kind: string, most: number) {
    this.#kind = kind;
    this.#most = most;
  }

  put(name: string, thing: unknown): void {
    this.#known.set(name, thing);
    const text = JSON.stringify(thing);
    try {
      const others = this.#names().filter((one) => one !== name);
      for (const old of others.splice(0, others.length + 1 - this.#most)) {
        sessionStorage.removeItem(this.#key(old));
      }
      if (text.length > LONGEST) return;
      sessionStorage.setItem(this.#key(name), text);
      sessionStorage.setItem(this.#key(""), JSON.stringify([...others, name]));
    } catch {
      // A full or forbidden store.
    }
  }

  /** What was kept under a name; null if there is nothing any more. */
  find(name: string): unknown {
    return this.#known.get(name) ?? this.#read(name);
  }

  /** The names of what is stored, the latest last. */
  #names(): string[] {
    const found = this.#read("");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key(name)) ?? "null");
    } catch {
      return null;
    }
  }

  #key(name: string): string {
    return `${PREFIX}${this.#kind}.${name}`;
  }
}

/** A name for something new. */
export const newName = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2, 6);
