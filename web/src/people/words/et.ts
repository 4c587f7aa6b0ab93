// The words of a person's own page, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "me.title": "Profiil",
  "me.guest": "Oled külaline. Vali hüüdnimi, siis antakse sinu mängudele reiting.",
  "me.name": "Hüüdnimi",
  "me.name.save": "Salvesta",
  "me.name.saved": "Salvestatud.",
  "me.name.help": "2 kuni 20 tähte või numbrit. Kontot ei ole vaja.",
  "me.ratings": "Reitingud",
  "me.ratings.none": "Reitinguga mänge veel ei ole.",
  "me.ratings.help":
    "Arvesse lähevad algusest lõpuni mängitud mängud ilma vihjete ja tagasivõetud käikudeta tegelase või teise hüüdnimega mängija vastu.",
  "me.game": "Mäng",
  "me.rating": "Reiting",
  "me.games": "Mänge",
  "me.results": "Võite, viike, kaotusi",
  "me.match": "Sinule sobiv",
  "me.history": "Reitinguga mängud",
  "me.all": "Kõik",
  "me.result": "Tulemus",
  "me.result.1": "võit",
  "me.result.0.5": "viik",
  "me.result.0": "kaotus",
  "me.opponent": "Vastane",
  "me.moves": "Käike",
  "me.rated": "Reiting",
  "me.rated.yes": "reitinguga",
  "me.date": "Aeg",
  "me.all.games": "Kõik sinu mängud, reitinguga ja ilma",
  "me.browsers":
    "Siin on selle brauseri mängud ja kõigi teiste omad, kus on sinu võti. Mäng jätkub brauseris, kus sa seda mängid.",
  "me.browser": "Siin on selle brauseri mängud. Hüüdnime ja selle võtmega näed neid ka teistes.",
  "me.more": "Rohkem",
  "me.key": "Võta kaasa",
  "me.key.words":
    "Võtmega saab teine brauser sinu omaks. Kellel see on, see oled sina: hoia seda. Uus võti asendab vana.",
  "me.key.make": "Tee võti",
  "me.key.shown": "Sinu võti, näidatakse ainult üks kord",
  "me.key.have": "Mul on võti",
  "me.key.use": "Kasuta",
  "error.bad_name":
    "See ei sobi hüüdnimeks: 2 kuni 20 ühe tähestiku tähte või numbrit, üksikute tühikute või sidekriipsudega.",
  "error.name_taken": "Keegi teine kannab seda hüüdnime.",
  "error.unknown_key": "Sellist võtit ei ole kellelgi.",
};
