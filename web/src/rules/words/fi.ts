// The words of the rules, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "rules.title": "Säännöt",

  "rules.short": "Lyhyesti",
  "rules.example": "Esimerkki",
  "rules.full": "Tarkat säännöt, merkintä ja parametrit",
  "rules.english": "Täydelliset säännöt ovat englanniksi.",
  "rules.ply": "Siirto {ply}/{all}",
};
