// Another game against a machine that is stronger or weaker.

import { characterNumber } from "../lib/names";
import type { Character, Room, RoomRequest, SeatRequest, Side } from "../lib/types";

/** The character that is so many places further in the cast; null if there is none, or the player is no character. */
export function stronger(cast: readonly Character[], player: string, by: number): string | null {
  const number = characterNumber(player);
  return number ? (cast[number - 1 + by]?.player ?? null) : null;
}

/** The request for the game of a room with sides swapped, and another player in place of its machine. */
export function withPlayer(room: Room, machine: Side, player: string): RoomRequest {
  const seats: [SeatRequest, SeatRequest] = [{ kind: "me" }, { kind: "me" }];
  seats[1 - machine] = { kind: "engine", player };
  return {
    game: room.game,
    seats,
    public: room.public,
    ...(room.start !== null && { position: room.start }),
    ...(room.clock && { clock: room.clock.control }),
  };
}
