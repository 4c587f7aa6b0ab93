// The names of what puzzles are about.

import { translate } from "../lib/i18n";

/** The name of a theme of a game's puzzles, which the game may have words of its own for. */
export const themeName = (theme: string, game: string): string =>
  translate(`puzzle.${theme}`, {}, game) ?? theme;
