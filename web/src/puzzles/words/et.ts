// The words of puzzles, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "puzzles.title": "Ülesanded",
  "puzzles.words": "Leia ainus parim käik. Ülesanded on arvutite mängudest ja igaüks on kontrollitud.",
  "puzzles.daily": "Päeva ülesanne",
  "puzzles.none": "Siin ei ole veel ülesandeid.",
  "puzzles.count": { one: "{n} ülesanne", other: "{n} ülesannet" },
  "puzzles.find": "{side} on käigul: leia parim käik.",
  "puzzles.on": "{move} on õige. Leia ka järgmine käik.",
  "puzzles.hint.move": "Näita käiku",
  "puzzles.hinted": "Vihjega ei loeta ülesannet lahendatuks.",
  "puzzles.right": "{move} on parim. Tubli!",
  "puzzles.wrong": "{move} ei ole parim. Proovi uuesti.",
  "puzzles.refute": "Miks mitte?",
  "puzzles.shown": "Parim käik on {move}.",
  "puzzles.show": "Näita lahendust",
  "puzzles.next": "Järgmine ülesanne",
  "puzzles.rating": "Raskus {rating}",
  "puzzles.yours": "Sinu reiting: {before} → {after}",
  "puzzles.exact": "tõestatud",
  "puzzles.deep": "kontrollitud sügava otsinguga",
  "puzzles.analyse": "Analüüsi",
  "puzzles.all": "Kõik ülesanded",
  "puzzles.themes": "Teemad",
  "puzzles.any": "Kõik teemad",
  "puzzle.win": "Võit",
  "puzzle.defence": "Kaitse",
  "puzzle.capture": "Löömine",
  "puzzle.quiet": "Vaikne käik",
  "puzzle.sacrifice": "Ohver",
  "puzzle.promotion": "Edutamine",
};
