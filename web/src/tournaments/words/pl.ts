// The words of tournaments, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "tournaments.title": "Turnieje",

  "tournaments.words": "Niech gracze komputerowi zagrają ze sobą, każdy z każdym, i zobacz, jak są silni.",
  "tournaments.new": "Nowy turniej",
  "tournaments.all": "Wszystkie turnieje",
  "tournaments.none": "Nie rozegrano jeszcze żadnego turnieju.",
  "tournaments.players": "Gracze",
  "tournaments.another": "Jeszcze jeden gracz",
  "tournaments.add": "Dodaj",
  "tournaments.remove": "Usuń",
  "tournaments.drop": "Usuń {player}",
  "tournaments.games": "Partii w każdej parze",
  "tournaments.seed": "Ziarno otwarć",
  "tournaments.gauntlet": "Tylko pierwszy gracz przeciw wszystkim innym",
  "tournaments.start": "Rozpocznij",
  "tournaments.resume": "Wznów",
  "tournaments.total": {
    one: "razem {n} partia",
    few: "razem {n} partie",
    many: "razem {n} partii",
    other: "razem {n} partii",
  },
  "tournaments.one": {
    one: "Turniej {n} gracza",
    few: "Turniej {n} graczy",
    many: "Turniej {n} graczy",
    other: "Turniej {n} gracza",
  },
  "tournaments.report": "Raport",
  "tournaments.progress": "Rozegrane partie",
  "tournaments.played": "{played} z {all} partii",
  "tournaments.table": "Tabela turniejowa",
  "tournaments.player": "Gracz",
  "tournaments.ratings": "Rankingi",
  "tournaments.between": "od {low} do {high}",
  "tournaments.latest": "Partie",
  "tournaments.number": "Nr",
  "tournaments.game": "Partia {number}",
  "tournaments.open": "Otwórz partię nr",
  "tournaments.outcome": "Wynik",
  "tournaments.plies": "Ruchy",
  "tournaments.end": "Powód końca",
  "tournaments.soon": "Trwają pierwsze partie.",
  "state.running": "trwa",
  "state.finished": "zakończone",
  "state.stopped": "zatrzymane",
  "state.failed": "nie powiodło się",
};
