// All words in Finnish.

import type { Messages } from "../lib/i18n";
import { whole } from "./parts";

export const fi = whole(
  import.meta.glob<Partial<Messages>>("../*/words/fi.ts", { eager: true, import: "words" }),
);
