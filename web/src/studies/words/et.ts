// The words of studies, in Estonian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Uuringud",
  "studies.words":
    "Katsed, mille teised on avaldanud, siin uuesti tehtud: igaühe juures on, kelle oma see on ja mis välja tuli.",
  "studies.done": "on tehtud",
  "studies.run": "Tee lühidalt",
  "studies.quick": "Lühike kuju võtab sekundeid või minuteid; täielik tehakse käsurealt.",
  "studies.output": "Väljund",
  "studies.english": "Pealkirjad, aruanded ja väljund on inglise keeles.",
};
