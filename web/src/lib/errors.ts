// What went wrong, in the reader's language where the page knows the words, else as the server said it.

import { ApiError } from "./api";
import { language, translate } from "./i18n";
import { Refused } from "./live";

/** A message for whatever was thrown; the server's own words are English, and quote what was wrong. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError || error instanceof Refused))
    return error instanceof Error ? error.message : String(error);
  if (language() === "en" && error.code !== "unreachable") return error.message;
  return translate(`error.${error.code}`) ?? error.message;
}
