// The rules of each game in a few sentences, loaded in the reader's language when they are looked at.

import type { Language } from "../lib/i18n";

/** For each game, by its name, its rules sentence by sentence. */
export type ShortRules = Readonly<Record<string, readonly string[]>>;

const loaders: Record<Language, () => Promise<ShortRules>> = {
  en: async () => (await import("../i18n/rules/en")).rules,
  et: async () => (await import("../i18n/rules/et")).rules,
  fi: async () => (await import("../i18n/rules/fi")).rules,
  lt: async () => (await import("../i18n/rules/lt")).rules,
  pl: async () => (await import("../i18n/rules/pl")).rules,
};

export const loadRules = (language: Language): Promise<ShortRules> => loaders[language]();
