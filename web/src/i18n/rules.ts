// What a translation of the short rules must be: as many sentences of the same games as in English.

import type { rules as english } from "./rules/en";

type SameLength<Sentences extends readonly string[]> = { readonly [n in keyof Sentences]: string };

export type GameRules = { readonly [game in keyof typeof english]: SameLength<(typeof english)[game]> };
