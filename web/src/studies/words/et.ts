// The words of studies, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Uuringud",
  "studies.words": "Teiste avaldatud katsed, siin korratud: igaühe juures on allikas ja tulemus.",
  "studies.done": "on tehtud",
  "studies.run": "Tee kiire katse",
  "studies.quick": "Kiire katse võtab sekundeid või minuteid; täielik tehakse käsureal.",
  "studies.output": "Väljund",
  "studies.english": "Pealkirjad, aruanded ja väljund on inglise keeles.",
};
