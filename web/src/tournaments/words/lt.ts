// The words of tournaments, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "tournaments.title": "Turnyrai",

  "tournaments.words":
    "Tegul kompiuteriniai žaidėjai žaidžia tarpusavyje, kiekvienas su kiekvienu, ir pamatysite, kokie jie stiprūs.",
  "tournaments.new": "Naujas turnyras",
  "tournaments.all": "Visi turnyrai",
  "tournaments.none": "Turnyrų dar nebuvo.",
  "tournaments.players": "Žaidėjai",
  "tournaments.another": "Dar vienas žaidėjas",
  "tournaments.add": "Pridėti",
  "tournaments.remove": "Pašalinti",
  "tournaments.drop": "Pašalinti {player}",
  "tournaments.games": "Partijų kiekvienai porai",
  "tournaments.seed": "Debiutų sėkla",
  "tournaments.gauntlet": "Tik pirmasis žaidėjas prieš visus kitus",
  "tournaments.start": "Pradėti",
  "tournaments.resume": "Tęsti",
  "tournaments.total": {
    one: "iš viso {n} partija",
    few: "iš viso {n} partijos",
    many: "iš viso {n} partijos",
    other: "iš viso {n} partijų",
  },
  "tournaments.one": {
    one: "{n} žaidėjo turnyras",
    few: "{n} žaidėjų turnyras",
    many: "{n} žaidėjo turnyras",
    other: "{n} žaidėjų turnyras",
  },
  "tournaments.report": "Ataskaita",
  "tournaments.progress": "Sužaista partijų",
  "tournaments.played": "{played} iš {all} partijų",
  "tournaments.table": "Turnyro lentelė",
  "tournaments.player": "Žaidėjas",
  "tournaments.ratings": "Reitingai",
  "tournaments.between": "nuo {low} iki {high}",
  "tournaments.latest": "Partijos",
  "tournaments.number": "Nr.",
  "tournaments.game": "{number} partija",
  "tournaments.open": "Atverti partiją nr.",
  "tournaments.outcome": "Rezultatas",
  "tournaments.plies": "Ėjimų",
  "tournaments.end": "Pabaigos priežastis",
  "tournaments.soon": "Žaidžiamos pirmosios partijos.",
  "tournaments.live": "Vyksta: {number} partija",
  "state.running": "vyksta",
  "state.finished": "baigta",
  "state.stopped": "sustabdyta",
  "state.failed": "nepavyko",
};
