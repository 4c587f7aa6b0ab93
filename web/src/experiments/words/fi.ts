// The words of experiments, in Finnish.

import type { Part } from "../../i18n/parts";
import type { words as en } from "./en";

export const words: Part<typeof en> = {
  "experiments.title": "Kokeet",
  "experiments.words": "Muiden julkaisemia kokeita, täällä toistettuina: jokaisessa on lähde ja tulos.",
  "experiments.done": "on tehty",
  "experiments.run": "Aja lyhyt versio",
  "experiments.quick":
    "Lyhyt versio kestää sekunneista minuutteihin ja päättyy, kun viimeinen katsoja on ollut poissa kaksi minuuttia; täysi ajetaan komentoriviltä.",
  "experiments.progress": "Valmiina",
  "experiments.output": "Tuloste",
  "experiments.english": "Otsikot, raportit ja tuloste ovat englanniksi.",
};
