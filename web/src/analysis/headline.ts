// Who played a game that is under analysis, how it ended, and what of its text was left out, in words.

import type { Heading } from "../lib/exporting";
import { t } from "../lib/i18n";
import { playerName, sideName } from "../lib/names";
import type { LeftOut, Side } from "../lib/types";

type Sides = readonly [string, string];

/** The players with their sides, the reader's too, if that is one; empty where none is known. */
export function playersWords({ players }: Heading, sides: Sides, yours: Side | null): string {
  if (!players?.some(Boolean)) return "";
  const called = (name: string, side: number) =>
    name ? playerName(name) : side === yours ? t("seat.you") : "?";
  return players.map((name, side) => `${called(name, side)} (${sideName(sides, side ? 1 : 0)})`).join(" – ");
}

/** How the game ended; empty where that is not known. */
export function outcomeWords({ outcome }: Heading, sides: Sides): string {
  if (outcome === "draw") return t("rooms.drawn");
  if (outcome !== "first" && outcome !== "second") return "";
  return t("rooms.won", { side: sideName(sides, outcome === "first" ? 0 : 1) });
}

/** What of the text that was opened is not in the tree; empty if all of it is. */
export function leftWords({ variations, notes }: LeftOut): string {
  const said = [
    variations && t("open.left.variations", { n: variations }),
    notes && t("open.left.notes", { n: notes }),
  ];
  return said.filter(Boolean).join(", ");
}
