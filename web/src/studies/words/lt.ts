// The words of studies, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Tyrimai",
  "studies.words": "Kitų paskelbti bandymai, čia pakartoti: prie kiekvieno nurodytas šaltinis ir rezultatas.",
  "studies.done": "atlikta",
  "studies.run": "Atlikti trumpą bandymą",
  "studies.quick": "Trumpas bandymas trunka nuo sekundžių iki minučių; visas atliekamas komandų eilutėje.",
  "studies.output": "Išvestis",
  "studies.english": "Pavadinimai, ataskaitos ir išvestis yra anglų kalba.",
};
