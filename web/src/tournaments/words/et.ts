// The words of tournaments, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "tournaments.title": "Turniirid",

  "tournaments.words":
    "Lase arvutimängijatel omavahel mängida, igaühel igaühega, ja vaata, kui tugevad nad on.",
  "tournaments.new": "Uus turniir",
  "tournaments.all": "Kõik turniirid",
  "tournaments.none": "Ühtki turniiri pole veel mängitud.",
  "tournaments.players": "Mängijad",
  "tournaments.another": "Veel üks mängija",
  "tournaments.add": "Lisa",
  "tournaments.remove": "Eemalda",
  "tournaments.drop": "Eemalda {player}",
  "tournaments.games": "Mänge iga paari kohta",
  "tournaments.seed": "Avangute seeme",
  "tournaments.gauntlet": "Ainult esimene mängija kõigi teiste vastu",
  "tournaments.start": "Alusta",
  "tournaments.resume": "Jätka",
  "tournaments.total": { one: "kokku {n} mäng", other: "kokku {n} mängu" },
  "tournaments.one": { one: "{n} mängija turniir", other: "{n} mängija turniir" },
  "tournaments.report": "Aruanne",
  "tournaments.progress": "Mängitud mänge",
  "tournaments.played": "{played} mängu {all}-st",
  "tournaments.table": "Turniiritabel",
  "tournaments.player": "Mängija",
  "tournaments.ratings": "Reitingud",
  "tournaments.between": "{low} kuni {high}",
  "tournaments.latest": "Mängud",
  "tournaments.number": "Nr",
  "tournaments.game": "Mäng {number}",
  "tournaments.open": "Ava mäng nr",
  "tournaments.outcome": "Tulemus",
  "tournaments.plies": "Käike",
  "tournaments.end": "Lõpu põhjus",
  "tournaments.soon": "Esimesi mänge alles mängitakse.",
  "tournaments.live": "Praegu käib: mäng {number}",
  "state.running": "käib",
  "state.finished": "lõpetatud",
  "state.stopped": "peatatud",
  "state.failed": "nurjunud",
};
