// What went wrong, in the reader's language where the page knows the words, else as the server said it.

import { ApiError } from "./api";
import { language, t, translate } from "./i18n";
import { Refused } from "./link";

/** A game that is asked for and that there is not. */
export class UnknownGameError extends Error {
  constructor(game: string) {
    super(t("new.unknown", { game }));
    this.name = "UnknownGameError";
  }
}

/** Whether what was asked for is no game, so that asking again is of no use. */
export const isNoGame = (error: unknown): boolean =>
  error instanceof UnknownGameError || (error instanceof ApiError && error.code === "bad_spec");

/** Problems that the page says better than the server, which knows nothing of forms. */
const OWN: readonly string[] = ["unreachable", "game_needed", "memory"];

/** A message for whatever was thrown; the server's own words are English, and quote what was wrong. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError || error instanceof Refused))
    return error instanceof Error ? error.message : String(error);
  return faultOf(error);
}

/** The same for a job that failed, which may have no code. */
export function faultOf({ code, message }: { code: string; message: string }): string {
  if (language() === "en" && !OWN.includes(code)) return message;
  return translate(`error.${code}`) ?? message;
}
