// The words of puzzles, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "puzzles.title": "Zadania",
  "puzzles.words":
    "Znajdź jedyny najlepszy ruch. Zadania pochodzą z partii komputerów, każde zostało sprawdzone.",
  "puzzles.daily": "Zadanie dnia",
  "puzzles.none": "Nie ma tu jeszcze zadań.",
  "puzzles.count": { one: "{n} zadanie", few: "{n} zadania", many: "{n} zadań", other: "{n} zadania" },
  "puzzles.find": "Ruch: {side}. Znajdź najlepszy ruch.",
  "puzzles.on": "{move} to dobry ruch. Znajdź też następny.",
  "puzzles.hint.move": "Pokaż ruch",
  "puzzles.hinted": "Z podpowiedzią zadanie nie liczy się jako rozwiązane.",
  "puzzles.right": "{move} jest najlepszy. Brawo!",
  "puzzles.wrong": "{move} nie jest najlepszy. Spróbuj ponownie.",
  "puzzles.refute": "Dlaczego nie?",
  "puzzles.shown": "Najlepszy ruch to {move}.",
  "puzzles.show": "Pokaż rozwiązanie",
  "puzzles.next": "Następne zadanie",
  "puzzles.rating": "Trudność {rating}",
  "puzzles.yours": "Twój ranking: {before} → {after}",
  "puzzles.exact": "udowodnione",
  "puzzles.deep": "sprawdzone głębokim przeszukiwaniem",
  "puzzles.analyse": "Analizuj",
  "puzzles.all": "Wszystkie zadania",
  "puzzles.themes": "Motywy",
  "puzzles.any": "Wszystkie motywy",
  "puzzle.win": "Wygrana",
  "puzzle.defence": "Obrona",
  "puzzle.capture": "Bicie",
  "puzzle.quiet": "Cichy ruch",
  "puzzle.sacrifice": "Poświęcenie",
  "puzzle.promotion": "Promocja",
};
