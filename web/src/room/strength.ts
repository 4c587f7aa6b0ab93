// Another game against a machine that is a level stronger or weaker.

import { parseSpec } from "../lib/spec";
import type { Room, RoomRequest, SeatRequest, Side } from "../lib/types";

const LEVELS = 10;

/** The player that is so many levels stronger; null if there is none, or if it goes by no levels. */
export function stronger(player: string, by: number): string | null {
  const { name, values } = parseSpec(player);
  const level = Number(values.n ?? 5) + by;
  if (name !== "level" || !Number.isInteger(level) || level < 1 || level > LEVELS) return null;
  const written = Object.entries({ ...values, n: level }).map(([key, value]) => `${key}=${value}`);
  return `${name}:${written.join(",")}`;
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
