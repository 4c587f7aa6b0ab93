// The words of the rules, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "rules.title": "Taisyklės",

  "rules.short": "Trumpai",
  "rules.example": "Pavyzdys",
  "rules.full": "Tikslios taisyklės, žymėjimas ir parametrai",
  "rules.english": "Visos taisyklės yra anglų kalba.",
  "rules.ply": "{ply} ėjimas iš {all}",
};
