// What a translation of a part of the words must be: a message for every key, with plural forms where there are any.

import type { Message } from "../lib/i18n";

export type Part<English extends Record<string, Message>> = { readonly [key in keyof English]: Message };
