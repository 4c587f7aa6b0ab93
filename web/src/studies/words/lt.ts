// The words of studies, in Lithuanian.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Tyrimai",
  "studies.words": "Kitų paskelbti bandymai, čia pakartoti: prie kiekvieno pasakyta, kieno jis ir kas išėjo.",
  "studies.done": "atlikta",
  "studies.run": "Atlikti trumpai",
  "studies.quick": "Trumpoji forma trunka nuo sekundžių iki minučių; visa atliekama komandinėje eilutėje.",
  "studies.output": "Išvestis",
  "studies.english": "Pavadinimai, ataskaitos ir išvestis yra anglų kalba.",
};
