// The words of studies, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "studies.title": "Tutkimukset",
  "studies.words": "Muiden julkaisemia kokeita, täällä toistettuina: jokaisessa on lähde ja tulos.",
  "studies.done": "on tehty",
  "studies.run": "Aja lyhyt versio",
  "studies.quick": "Lyhyt versio kestää sekunneista minuutteihin; täysi ajetaan komentoriviltä.",
  "studies.output": "Tuloste",
  "studies.english": "Otsikot, raportit ja tuloste ovat englanniksi.",
};
