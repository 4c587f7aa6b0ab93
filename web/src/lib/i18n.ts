// The words of the page in the reader's language; numbers and dates as that language writes them.

import type { en } from "../i18n/en";
import { Observed } from "./observed";
import { oneOf, Setting } from "./settings";
import type { AllWords, GameWords } from "./types";
import { loadWords, NO_WORDS, wordsOf } from "./words";

export type Language = "en" | "et" | "fi" | "lt" | "pl";

/** Each language by its own name. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  et: "Eesti",
  fi: "Suomi",
  lt: "Lietuvių",
  pl: "Polski",
};

/** A text with `{placeholders}`; or one for each plural form of the number `n`. */
export type Message =
  | string
  | ({ readonly other: string } & { readonly [rule in Intl.LDMLPluralRule]?: string });

export type Key = keyof typeof en;

/** A language has a message for every key. */
export type Messages = { readonly [key in Key]: Message };

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Names<M> = M extends string
  ? Placeholders<M>
  : M extends { other: infer Text }
    ? Placeholders<Text> | "n"
    : never;

/** The values of a message's placeholders; nothing where it has none. */
export type Params<K extends Key> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [params: { [name in Names<(typeof en)[K]>]: string | number }];

/** The keys of messages without placeholders. */
export type PlainKey = { [K in Key]: Params<K> extends [] ? K : never }[Key];

const codes = Object.keys(LANGUAGES) as Language[];

function preferred(): Language {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages.map((tag) => tag.slice(0, 2));
  return codes.find((code) => code === wanted.find((tag) => codes.includes(tag as Language))) ?? "en";
}

const chosen = new Setting<Language>("language", preferred(), oneOf(...codes));

const loaders: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import("../i18n/en")).en,
  et: async () => (await import("../i18n/et")).et,
  fi: async () => (await import("../i18n/fi")).fi,
  lt: async () => (await import("../i18n/lt")).lt,
  pl: async () => (await import("../i18n/pl")).pl,
};

const shown = new Observed<{ language: Language; messages: Messages | null; words: AllWords }>({
  language: "en",
  messages: null,
  words: NO_WORDS,
});

/** The language that is shown. */
export function language(): Language {
  return shown.value.language;
}

/** Show a language, at first the one that was chosen before or that the browser asks for. */
export async function useLanguage(wanted: Language = chosen.value): Promise<void> {
  const [messages, words] = await Promise.all([loaders[wanted](), loadWords(wanted)]);
  chosen.value = wanted;
  shown.value = { language: wanted, messages, words };
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

const isNumber = (value: unknown): value is number => typeof value === "number";

/** A message with its placeholders filled in; numbers are written as `locale` writes them. */
export function fill(
  message: Message,
  params: Readonly<Record<string, string | number>>,
  locale: string,
): string {
  const count = params.n;
  const rule = isNumber(count) ? new Intl.PluralRules(locale).select(count) : "other";
  const text = typeof message === "string" ? message : (message[rule] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return isNumber(value) ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

/** The text for a key in the language shown; the key itself as long as no language is there. */
export function t<K extends Key>(key: K, ...params: Params<K>): string {
  return translate(key, params[0] ?? {}) ?? key;
}

/** What a game, given by its spec, says of itself in the language shown; undefined if it says nothing. */
export const gameWords = (spec: string): GameWords | undefined => wordsOf(shown.value.words, spec);

/**
 * The text for a key that is put together as the page runs; undefined if there is none. A game that is given, by its
 * spec, may have a text of its own for it.
 */
export function translate(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
  game = "",
): string | undefined {
  const { language, messages, words } = shown.value;
  const message = (wordsOf(words, game)?.messages[key] ?? messages?.[key as Key] ?? words.shared[key]) as
    | Message
    | undefined;
  return message === undefined ? undefined : fill(message, params, language);
}

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language(), options).format(value);
}

/** A share of one, such as 0.25, as a percentage. */
export function percent(share: number, digits = 0): string {
  return number(share, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Texts as a list of the language: a, b and c. */
export function listed(texts: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(texts);
}

/** A point in time, as ISO 8601 has it, as date and time of day. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
const MOST_DAYS = 30;

/** How long ago a point in time was, such as `5 minutes ago` or `yesterday`; after a month its date. */
export function ago(iso: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds > MOST_DAYS * 86_400)
    return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(iso));
  const [unit, length] = UNITS.find(([, long]) => seconds >= long) ?? ["second", Number.POSITIVE_INFINITY];
  const passed = Math.floor(seconds / length);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(passed ? -passed : 0, unit);
}
