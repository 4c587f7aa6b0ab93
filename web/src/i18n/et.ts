// All words in Estonian.

import type { Messages } from "../lib/i18n";
import { whole } from "./parts";

export const et = whole(
  import.meta.glob<Partial<Messages>>("../*/words/et.ts", { eager: true, import: "words" }),
);
