// The words of the start and of new games, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "lobby.play": "Pelaa",

  "lobby.title": "Mitä pelataan?",
  "lobby.words":
    "Lautapelejä kahdelle, ilman salaisuuksia ja sattumaa: ystävää vastaan tai tietokonetta vastaan, joka näyttää, miten se ajattelee.",
  "lobby.games": "Pelit",
  "rooms.mine": "Omat pelit",
  "rooms.watch": "Katsottavat pelit",
  "rooms.you": "sinä",
  "rooms.open": "vapaa paikka",
  "rooms.moves": { one: "{n} siirto", other: "{n} siirtoa" },
  "rooms.waiting": "odottaa",
  "rooms.playing": "käynnissä",
  "rooms.paused": "tauolla",
  "rooms.ended": "päättynyt",
  "rooms.drawn": "tasapeli",
  "rooms.won": "voittaja: {side}",

  "new.title": "Uusi peli",
  "new.unknown": "Peliä {game} ei ole.",
  "new.rules": "Tämän pelin säännöt",
  "new.variant": "Pelimuoto",
  "new.own": "Oma valinta",
  "new.parameters": "Kaikki pelin asetukset",
  "new.who": "Kuka pelaa?",
  "new.swap": "Vaihda puolia",
  "new.first": "{side}, aloittaa",
  "new.second": "{side}",
  "new.public": "Muut saavat löytää pelin ja katsoa sitä",
  "new.pause": "Tauko tietokoneen siirtojen välillä",
  "new.pause.seconds": { one: "{n} sekunti", other: "{n} sekuntia" },
  "new.position": "Aloita asemasta",
  "new.position.label": "Asema tekstinä",
  "new.position.help": "Tyhjä: tavallinen alkuasema. Asemien kirjoitustapa kerrotaan pelin säännöissä.",
  "new.begin": "Aloita peli",
  "seat.me": "Minä",
  "seat.friend": "Ystävä",
  "seat.friend.help": "Saat linkin ystävällesi lähetettäväksi.",
  "seat.engine": "Tietokone",
  "clock.label": "Kello",
  "clock.none": "Ei kelloa",
  "clock.own": "Oma",
  "clock.write": "Aika ja lisäaika",
  "clock.help": "Aika koko peliin ja plussan jälkeen lisäaika siirtoa kohti: 5m+3s, 90s tai 1h+30s.",
};
