// What the games say of themselves in the reader's language, as the server has it from each of them.

import { api } from "./api";
import type { AllWords, GameWords } from "./types";

export const NO_WORDS: AllWords = { games: {}, shared: {} };

/** The words of all games in a language; none if the server does not give them, so that games go by their specs. */
export const loadWords = (language: string): Promise<AllWords> => api.words(language).catch(() => NO_WORDS);

/** The words of a game, by its spec or its name; undefined of one that is not on the server's shelf. */
export const wordsOf = (words: AllWords, spec: string): GameWords | undefined =>
  words.games[spec.split(":")[0]?.trim() ?? ""];
