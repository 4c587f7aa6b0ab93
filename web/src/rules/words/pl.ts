// The words of the rules, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "rules.title": "Zasady",

  "rules.short": "W skrócie",
  "rules.example": "Przykład",
  "rules.full": "Dokładne zasady, zapis i parametry",
  "rules.english": "Pełne zasady są po angielsku.",
  "rules.ply": "Ruch {ply} z {all}",
};
