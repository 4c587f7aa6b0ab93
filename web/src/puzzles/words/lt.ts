// The words of puzzles, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "puzzles.title": "Uždaviniai",
  "puzzles.words":
    "Raskite vienintelį geriausią ėjimą. Uždaviniai paimti iš kompiuterių partijų, kiekvienas patikrintas.",
  "puzzles.daily": "Dienos uždavinys",
  "puzzles.none": "Čia dar nėra uždavinių.",
  "puzzles.count": {
    one: "{n} uždavinys",
    few: "{n} uždaviniai",
    many: "{n} uždavinio",
    other: "{n} uždavinių",
  },
  "puzzles.find": "Eina {side}: raskite geriausią ėjimą.",
  "puzzles.on": "{move} – teisingai. Raskite ir kitą ėjimą.",
  "puzzles.hint.move": "Rodyti ėjimą",
  "puzzles.hinted": "Su užuomina uždavinys neįskaitomas kaip išspręstas.",
  "puzzles.right": "{move} – geriausias ėjimas. Šaunu!",
  "puzzles.wrong": "{move} nėra geriausias. Bandykite dar kartą.",
  "puzzles.refute": "Kodėl ne?",
  "puzzles.shown": "Geriausias ėjimas yra {move}.",
  "puzzles.show": "Rodyti sprendimą",
  "puzzles.next": "Kitas uždavinys",
  "puzzles.rating": "Sunkumas {rating}",
  "puzzles.yours": "Jūsų reitingas: {before} → {after}",
  "puzzles.exact": "įrodyta",
  "puzzles.deep": "patikrinta gilia paieška",
  "puzzles.analyse": "Analizuoti",
  "puzzles.all": "Visi uždaviniai",
  "puzzles.themes": "Temos",
  "puzzles.any": "Visos temos",
  "puzzle.win": "Pergalė",
  "puzzle.defence": "Gynyba",
  "puzzle.capture": "Kirtimas",
  "puzzle.quiet": "Ramus ėjimas",
  "puzzle.sacrifice": "Auka",
  "puzzle.promotion": "Pavirtimas",
};
