// The words of experiments, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "experiments.title": "Eksperymenty",
  "experiments.words":
    "Eksperymenty opublikowane przez innych, tu powtórzone: przy każdym podano źródło i wynik.",
  "experiments.done": "wykonane",
  "experiments.run": "Uruchom wersję skróconą",
  "experiments.quick":
    "Wersja skrócona trwa od sekund do minut i kończy się, gdy nikt nie ogląda jej od dwóch minut; pełną uruchamia się z wiersza poleceń.",
  "experiments.progress": "Wykonana część",
  "experiments.output": "Wynik działania",
  "experiments.english": "Tytuły, raporty i wyniki działania są po angielsku.",
};
