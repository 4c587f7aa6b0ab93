// The words of the rules, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "rules.title": "Reeglid",

  "rules.short": "Lühidalt",
  "rules.example": "Näide",
  "rules.full": "Täpsed reeglid, märkimisviis ja parameetrid",
  "rules.english": "Täielikud reeglid on inglise keeles.",
  "rules.ply": "{ply}. käik {all}-st",
};
