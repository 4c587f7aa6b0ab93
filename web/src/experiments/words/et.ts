// The words of experiments, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "experiments.title": "Katsed",
  "experiments.words": "Teiste avaldatud katsed, siin korratud: igaühe juures on allikas ja tulemus.",
  "experiments.done": "on tehtud",
  "experiments.run": "Tee kiire katse",
  "experiments.quick":
    "Kiire katse võtab sekundeid või minuteid ja lõpeb, kui viimane vaataja on kaks minutit ära olnud; täielik tehakse käsureal.",
  "experiments.progress": "Tehtud osa",
  "experiments.output": "Väljund",
  "experiments.english": "Pealkirjad, aruanded ja väljund on inglise keeles.",
};
