// The words of studies, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Badania",
  "studies.words":
    "Doświadczenia ogłoszone przez innych, tu powtórzone: przy każdym podano, czyje jest i co wyszło.",
  "studies.done": "wykonane",
  "studies.run": "Wykonaj w skrócie",
  "studies.quick": "Krótka postać trwa od sekund do minut; pełną uruchamia się z wiersza poleceń.",
  "studies.output": "Wynik działania",
  "studies.english": "Tytuły, raporty i wyniki działania są po angielsku.",
};
