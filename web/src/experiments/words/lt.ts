// The words of experiments, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "experiments.title": "Bandymai",
  "experiments.words":
    "Kitų paskelbti bandymai, čia pakartoti: prie kiekvieno nurodytas šaltinis ir rezultatas.",
  "experiments.done": "atlikta",
  "experiments.run": "Atlikti trumpą bandymą",
  "experiments.quick":
    "Trumpas bandymas trunka nuo sekundžių iki minučių ir baigiasi, kai dvi minutes jo niekas nestebi; visas atliekamas komandų eilutėje.",
  "experiments.progress": "Atlikta dalis",
  "experiments.output": "Išvestis",
  "experiments.english": "Pavadinimai, ataskaitos ir išvestis yra anglų kalba.",
};
