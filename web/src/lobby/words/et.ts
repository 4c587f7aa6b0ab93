// The words of the start and of new games, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "lobby.play": "Mängi",

  "lobby.title": "Mida mängime?",
  "lobby.words":
    "Lauamängud kahele, ilma varjatu ja juhuseta: sõbra vastu või arvuti vastu, mis näitab, kuidas ta mõtleb.",
  "lobby.games": "Mängud",
  "rooms.mine": "Sinu mängud",
  "rooms.watch": "Mängud, mida vaadata",
  "rooms.you": "sina",
  "rooms.open": "vaba koht",
  "rooms.moves": { one: "{n} käik", other: "{n} käiku" },
  "rooms.waiting": "ootab",
  "rooms.playing": "käib",
  "rooms.paused": "pausil",
  "rooms.ended": "lõppenud",
  "rooms.drawn": "viik",
  "rooms.won": "võitis {side}",

  "new.title": "Uus mäng",
  "new.unknown": "Mängu {game} ei ole.",
  "new.rules": "Selle mängu reeglid",
  "new.variant": "Mänguvariant",
  "new.own": "Oma valik",
  "new.parameters": "Kõik mängu seaded",
  "new.who": "Kes mängib?",
  "new.swap": "Vaheta pooled",
  "new.first": "{side}, alustab",
  "new.second": "{side}",
  "new.public": "Teised võivad selle mängu leida ja seda vaadata",
  "new.pause": "Paus arvuti käikude vahel",
  "new.pause.seconds": { one: "{n} sekund", other: "{n} sekundit" },
  "new.position": "Alusta seisust",
  "new.position.label": "Seis tekstina",
  "new.position.help": "Tühi: tavaline algseis. Seisude kirjutusviis on kirjas mängu reeglites.",
  "new.begin": "Alusta mängu",
  "seat.me": "Mina",
  "seat.friend": "Sõber",
  "seat.friend.help": "Saad lingi, mille sõbrale saata.",
  "seat.engine": "Arvuti",
  "clock.label": "Kell",
  "clock.none": "Ilma",
  "clock.own": "Oma",
  "clock.write": "Aeg ja lisaaeg",
  "clock.help": "Aeg kogu mänguks ja plussi järel lisaaeg iga käigu eest: 5m+3s, 90s või 1h+30s.",
};
