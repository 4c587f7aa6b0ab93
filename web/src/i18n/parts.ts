// The words of a language lie beside the pages that say them, in parts.

import type { Message, Messages } from "../lib/i18n";

/** A translation of a part: a message for every key, with plural forms where there are any. */
export type Part<English extends Record<string, Message>> = { readonly [key in keyof English]: Message };

/** All messages of a language. */
export const whole = (parts: Record<string, Partial<Messages>>): Messages =>
  Object.assign({}, ...Object.values(parts));
