// What went wrong, in the reader's language where the page knows the words, else as the server said it.

import { ApiError } from "./api";
import { translate } from "./i18n";

/** A message for whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return translate(`error.${error.code}`) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
