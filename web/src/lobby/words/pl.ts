// The words of the start and of new games, in Polish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "lobby.play": "Graj",

  "lobby.title": "W co zagramy?",
  "lobby.words":
    "Gry planszowe dla dwojga, bez tajemnic i bez losowości: przeciw znajomemu albo przeciw komputerowi, który pokazuje, jak myśli.",
  "lobby.games": "Gry",
  "rooms.mine": "Twoje partie",
  "rooms.watch": "Partie do obejrzenia",
  "rooms.you": "ty",
  "rooms.open": "wolne miejsce",
  "rooms.moves": { one: "{n} ruch", few: "{n} ruchy", many: "{n} ruchów", other: "{n} ruchu" },
  "rooms.waiting": "czeka",
  "rooms.playing": "trwa",
  "rooms.paused": "wstrzymana",
  "rooms.ended": "zakończona",
  "rooms.drawn": "remis",
  "rooms.won": "zwycięzca: {side}",

  "new.title": "Nowa partia",
  "new.unknown": "Nie ma gry {game}.",
  "new.rules": "Zasady tej gry",
  "new.variant": "Odmiana gry",
  "new.own": "Własna",
  "new.parameters": "Wszystkie ustawienia gry",
  "new.who": "Kto gra?",
  "new.swap": "Zamień strony",
  "new.first": "{side} – pierwszy ruch",
  "new.second": "{side}",
  "new.public": "Inni mogą znaleźć i oglądać tę partię",
  "new.pause": "Przerwa między ruchami komputera",
  "new.pause.seconds": { one: "{n} sekunda", few: "{n} sekundy", many: "{n} sekund", other: "{n} sekundy" },
  "new.position": "Zacznij od pozycji",
  "new.position.label": "Pozycja jako tekst",
  "new.position.help": "Puste: zwykły początek. Zapis pozycji opisują zasady gry.",
  "new.begin": "Rozpocznij partię",
  "seat.me": "Ja",
  "seat.friend": "Znajomy",
  "seat.friend.help": "Dostaniesz link dla znajomego.",
  "seat.engine": "Komputer",
  "clock.label": "Zegar",
  "clock.none": "Bez zegara",
  "clock.own": "Własny",
  "clock.write": "Czas i dodatek",
  "clock.help": "Czas na całą partię, a po plusie dodatek za każdy ruch: 5m+3s, 90s albo 1h+30s.",
};
