// The words of studies, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Badania",
  "studies.words":
    "Eksperymenty opublikowane przez innych, tu powtórzone: przy każdym podano źródło i wynik.",
  "studies.done": "wykonane",
  "studies.run": "Uruchom wersję skróconą",
  "studies.quick": "Wersja skrócona trwa od sekund do minut; pełną uruchamia się z wiersza poleceń.",
  "studies.output": "Wynik działania",
  "studies.english": "Tytuły, raporty i wyniki działania są po angielsku.",
};
