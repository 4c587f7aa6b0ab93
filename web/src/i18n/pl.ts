// All words in Polish.

import type { Messages } from "../lib/i18n";
import { whole } from "./parts";

export const pl = whole(
  import.meta.glob<Partial<Messages>>("../*/words/pl.ts", { eager: true, import: "words" }),
);
