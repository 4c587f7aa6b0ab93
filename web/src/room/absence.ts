// Who is away from a game between two people, so that the other one may claim it.

import type { Room, Side } from "../lib/types";

/** Seconds of absence after which the win may be claimed, and the moves that must have been played, as on the server. */
export const CLAIM_AFTER = 60;
const FEWEST = 2;

/** An absence. since: in milliseconds of `performance.now()`. of: the reader, the one who plays them, or another. */
export interface Absence {
  since: number;
  of: "reader" | "opponent" | "other";
}

/** What is known of who is there. seen: when it was heard last; lost: when the connection was lost, null if it is not. */
export interface Presence {
  seen: number;
  lost: number | null;
}

/** The absence of a side; null if it is there, or if nobody may claim a win for it. */
export function absenceOf(
  room: Room,
  side: Side,
  yours: readonly Side[],
  presence: Presence,
): Absence | null {
  if (room.state !== "playing" || room.moves.length < FEWEST || yours.length > 1) return null;
  if (room.seats.some((seat) => seat.kind === "engine" || !seat.taken)) return null;
  if (yours.includes(side)) {
    return presence.lost === null ? null : { since: presence.lost, of: "reader" };
  }
  const { away } = room.seats[side];
  if (away === null) return null;
  return { since: presence.seen - 1000 * away, of: yours.length === 1 ? "opponent" : "other" };
}

/** The seconds of patience that are left at a time. */
export const patience = ({ since }: Absence, now: number): number =>
  Math.max(0, Math.ceil(CLAIM_AFTER - (now - since) / 1000));
