// The words of studies, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Tutkimukset",
  "studies.words":
    "Muiden julkaisemia kokeita tehtynä täällä uudelleen: jokaisessa kerrotaan, kenen se on ja mitä siitä tuli.",
  "studies.done": "on tehty",
  "studies.run": "Tee lyhyesti",
  "studies.quick": "Lyhyt muoto kestää sekunneista minuutteihin; täysi tehdään komentoriviltä.",
  "studies.output": "Tuloste",
  "studies.english": "Otsikot, raportit ja tuloste ovat englanniksi.",
};
