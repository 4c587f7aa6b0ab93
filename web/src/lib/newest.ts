// Work on what comes faster than it can be done.

/** Do work for one thing at a time. Of those that come meanwhile the newest is next; a failure is passed over. */
export function newestOf<T extends object>(work: (of: T) => Promise<void>): (of: T) => void {
  let waiting: T | null = null;
  let busy = false;

  async function run(): Promise<void> {
    busy = true;
    for (let next = waiting; next; next = waiting) {
      waiting = null;
      await work(next).catch(() => {});
    }
    busy = false;
  }

  return (of) => {
    waiting = of;
    if (!busy) void run();
  };
}
