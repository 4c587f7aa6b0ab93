// The words of tournaments, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "tournaments.title": "Turnaukset",

  "tournaments.words":
    "Anna tietokonepelaajien pelata toisiaan vastaan, jokainen jokaista vastaan, ja katso, kuinka vahvoja ne ovat.",
  "tournaments.new": "Uusi turnaus",
  "tournaments.all": "Kaikki turnaukset",
  "tournaments.none": "Yhtään turnausta ei ole vielä pelattu.",
  "tournaments.players": "Pelaajat",
  "tournaments.another": "Vielä yksi pelaaja",
  "tournaments.add": "Lisää",
  "tournaments.remove": "Poista",
  "tournaments.drop": "Poista {player}",
  "tournaments.games": "Pelejä kullakin parilla",
  "tournaments.seed": "Avausten siemenluku",
  "tournaments.gauntlet": "Vain ensimmäinen pelaaja kaikkia muita vastaan",
  "tournaments.start": "Aloita",
  "tournaments.resume": "Jatka",
  "tournaments.total": { one: "yhteensä {n} peli", other: "yhteensä {n} peliä" },
  "tournaments.one": { one: "{n} pelaajan turnaus", other: "{n} pelaajan turnaus" },
  "tournaments.report": "Raportti",
  "tournaments.progress": "Pelattuja pelejä",
  "tournaments.played": "{played}/{all} peliä",
  "tournaments.table": "Ristiintaulukko",
  "tournaments.player": "Pelaaja",
  "tournaments.ratings": "Vahvuusluvut",
  "tournaments.between": "{low} – {high}",
  "tournaments.latest": "Pelit",
  "tournaments.number": "Nro",
  "tournaments.game": "Peli {number}",
  "tournaments.open": "Avaa peli nro",
  "tournaments.outcome": "Tulos",
  "tournaments.plies": "Siirtoja",
  "tournaments.end": "Päättymissyy",
  "tournaments.soon": "Ensimmäisiä pelejä pelataan parhaillaan.",
  "tournaments.live": "Käynnissä: peli {number}",
  "state.running": "käynnissä",
  "state.finished": "valmis",
  "state.stopped": "pysäytetty",
  "state.failed": "epäonnistui",
};
