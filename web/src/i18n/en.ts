// All words in English, the language from which the keys and their placeholders are taken.

import { words as analysis } from "../analysis/words/en";
import { words as board } from "../board/words/en";
import { words as contests } from "../contests/words/en";
import { words as experiments } from "../experiments/words/en";
import { words as glass } from "../glass/words/en";
import { words as lobby } from "../lobby/words/en";
import { words as people } from "../people/words/en";
import { words as puzzles } from "../puzzles/words/en";
import { words as room } from "../room/words/en";
import { words as rules } from "../rules/words/en";
import { words as studies } from "../studies/words/en";
import { words as tournaments } from "../tournaments/words/en";
import { words as ui } from "../ui/words/en";

export const en = {
  ...analysis,
  ...board,
  ...contests,
  ...experiments,
  ...glass,
  ...lobby,
  ...people,
  ...puzzles,
  ...room,
  ...rules,
  ...studies,
  ...tournaments,
  ...ui,
} as const;
