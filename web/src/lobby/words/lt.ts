// The words of the start and of new games, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "lobby.play": "Žaisti",

  "lobby.title": "Ką žaisime?",
  "lobby.words":
    "Stalo žaidimai dviem, be paslapčių ir be atsitiktinumo: prieš draugą arba prieš kompiuterį, kuris rodo, kaip mąsto.",
  "lobby.games": "Žaidimai",
  "rooms.mine": "Jūsų partijos",
  "rooms.watch": "Partijos, kurias galima stebėti",
  "rooms.you": "jūs",
  "rooms.open": "laisva vieta",
  "rooms.moves": { one: "{n} ėjimas", few: "{n} ėjimai", many: "{n} ėjimo", other: "{n} ėjimų" },
  "rooms.waiting": "laukiama",
  "rooms.playing": "žaidžiama",
  "rooms.paused": "pristabdyta",
  "rooms.ended": "baigta",
  "rooms.drawn": "lygiosios",
  "rooms.won": "laimėjo: {side}",

  "new.title": "Nauja partija",
  "new.unknown": "Žaidimo {game} nėra.",
  "new.rules": "Šio žaidimo taisyklės",
  "new.variant": "Žaidimo atmaina",
  "new.own": "Sava",
  "new.parameters": "Visi žaidimo nustatymai",
  "new.who": "Kas žaidžia?",
  "new.swap": "Sukeisti puses",
  "new.first": "{side}, pradeda",
  "new.second": "{side}",
  "new.public": "Kiti gali rasti ir stebėti šią partiją",
  "new.pause": "Pauzė tarp kompiuterio ėjimų",
  "new.pause.seconds": {
    one: "{n} sekundė",
    few: "{n} sekundės",
    many: "{n} sekundės",
    other: "{n} sekundžių",
  },
  "new.position": "Pradėti nuo pozicijos",
  "new.position.label": "Pozicija tekstu",
  "new.position.help": "Tuščia: įprasta pradžia. Pozicijų užrašymas aprašytas žaidimo taisyklėse.",
  "new.begin": "Pradėti partiją",
  "seat.me": "Aš",
  "seat.friend": "Draugas",
  "seat.friend.help": "Gausite nuorodą draugui.",
  "seat.engine": "Kompiuteris",
  "clock.label": "Laikrodis",
  "clock.none": "Be laikrodžio",
  "clock.own": "Savas",
  "clock.write": "Laikas ir priedas",
  "clock.help": "Laikas visai partijai ir po pliuso – priedas už kiekvieną ėjimą: 5m+3s, 90s arba 1h+30s.",
};
