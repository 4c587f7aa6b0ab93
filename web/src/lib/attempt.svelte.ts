// Something that the reader asks the server for, such as what the button of a form does.

import { messageOf } from "./errors";

/** Whether it is under way, and why it has failed. */
export class Attempt {
  busy = $state(false);
  /** The words of the error of the last time; empty if there was none. */
  fault = $state("");

  /** Do it. An error does not leave this function: it becomes `fault`. */
  async run(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.fault = "";
    try {
      await what();
    } catch (error) {
      this.fault = messageOf(error);
    } finally {
      this.busy = false;
    }
  }
}
