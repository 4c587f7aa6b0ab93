// All words in Lithuanian.

import type { Messages } from "../lib/i18n";
import { whole } from "./parts";

export const lt = whole(
  import.meta.glob<Partial<Messages>>("../*/words/lt.ts", { eager: true, import: "words" }),
);
