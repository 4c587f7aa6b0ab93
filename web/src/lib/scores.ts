// The results that searches have found, as the server writes them in English, in the reader's language.

import { translate } from "./i18n";

const RESULT = /^(likely |known |proven )?(win|loss)(?: in (\d+))?$/;

/** A result such as `win in 7`, `likely loss in 2`, `proven win` or `draw` in words; null for an evaluation. */
export function resultWords(text: string): string | null {
  if (text === "draw") return translate("score.draw") ?? text;
  const [, how, result, plies] = RESULT.exec(text) ?? [];
  if (!result) return null;
  if (plies === undefined) return translate(`score.${result}.sure`) ?? text;
  const key = how === "likely " ? `score.${result}.likely` : `score.${result}`;
  return translate(key, { n: Number(plies) }) ?? text;
}

/** A score in words if it is a result, else as the number that it is. */
export const scoreWords = (text: string): string => resultWords(text) ?? text;
