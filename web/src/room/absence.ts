// Who is away from a game between two people, so that the other one may claim it.

import type { Room, Side } from "../lib/types";

/** Seconds of absence after which the win may be claimed, and the moves that must have been played, as on the server. */
export const CLAIM_AFTER = 60;
const FEWEST = 2;

/** The side that is away and for how many seconds; claimable: by the reader. Null where nobody is waited for. */
export function absent(
  room: Room,
  yours: readonly Side[],
): { side: Side; away: number; claimable: boolean } | null {
  if (room.state !== "playing" || room.moves.length < FEWEST || yours.length > 1) return null;
  if (room.seats.some((seat) => seat.kind === "engine" || !seat.taken)) return null;
  const side = ([0, 1] as const).find((one) => room.seats[one].away !== null && !yours.includes(one));
  return side === undefined
    ? null
    : { side, away: room.seats[side].away ?? 0, claimable: yours.length === 1 };
}
