// The words of puzzles, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "puzzles.title": "Tehtävät",
  "puzzles.words":
    "Löydä ainoa paras siirto. Tehtävät ovat tietokoneiden peleistä, ja jokainen on tarkistettu.",
  "puzzles.daily": "Päivän tehtävä",
  "puzzles.none": "Täällä ei ole vielä tehtäviä.",
  "puzzles.count": { one: "{n} tehtävä", other: "{n} tehtävää" },
  "puzzles.find": "{side} on vuorossa: etsi paras siirto.",
  "puzzles.on": "{move} on oikein. Etsi myös seuraava siirto.",
  "puzzles.hint.move": "Näytä siirto",
  "puzzles.hinted": "Vihjeen kanssa tehtävää ei lasketa ratkaistuksi.",
  "puzzles.right": "{move} on paras. Hienoa!",
  "puzzles.wrong": "{move} ei ole paras. Yritä uudelleen.",
  "puzzles.refute": "Miksi ei?",
  "puzzles.shown": "Paras siirto on {move}.",
  "puzzles.show": "Näytä ratkaisu",
  "puzzles.next": "Seuraava tehtävä",
  "puzzles.rating": "Vaikeus {rating}",
  "puzzles.yours": "Vahvuuslukusi: {before} → {after}",
  "puzzles.exact": "todistettu",
  "puzzles.deep": "tarkistettu syvällä haulla",
  "puzzles.analyse": "Analysoi",
  "puzzles.all": "Kaikki tehtävät",
  "puzzles.themes": "Teemat",
  "puzzles.any": "Kaikki teemat",
  "puzzle.win": "Voitto",
  "puzzle.defence": "Puolustus",
  "puzzle.capture": "Lyönti",
  "puzzle.quiet": "Hiljainen siirto",
  "puzzle.sacrifice": "Uhraus",
  "puzzle.promotion": "Korotus",
};
