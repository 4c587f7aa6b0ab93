// What went wrong, in the reader's language where the page knows the words, else as the server said it.

import { ApiError } from "./api";
import { language, translate } from "./i18n";

/** A message for whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return messageFor(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}

/** A message for a problem that was told: the server's own words are English, and quote what was wrong. */
export function messageFor(code: string, words: string): string {
  if (language() === "en" && code !== "unreachable") return words;
  return translate(`error.${code}`) ?? words;
}
