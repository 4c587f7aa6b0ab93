// Rooms in lists: who plays, how the game stands, and which of them are the reader's to go on with.

import { t } from "./i18n";
import { moodOf } from "./mood";
import { playerName, sideName } from "./names";
import { sidesOf } from "./sides";
import type { GameInfo, Room, Side } from "./types";

const SIDES: readonly Side[] = [0, 1];

/** The sides that the reader plays, in this browser or another one. */
export const ownOf = (room: Room): Side[] => SIDES.filter((side) => room.seats[side].own);

/** Who has a seat. */
export function seatWords({ seats }: Room, side: Side): string {
  const seat = seats[side];
  if (seat.own) return t("rooms.you");
  if (!seat.taken) return t("rooms.open");
  return seat.kind === "engine" ? playerName(seat.name) : seat.name || t("seat.person");
}

/** The one whom the reader plays; both players where the reader plays both sides or none. */
export function opponentWords(room: Room): string {
  const own = ownOf(room);
  const others = own.length === 1 ? SIDES.filter((side) => side !== own[0]) : SIDES;
  return others.map((side) => seatWords(room, side)).join(" – ");
}

/** How a game stands, or what its end was to the reader; of a game of others, who won. */
export function standWords(room: Room, info: GameInfo | undefined): string {
  if (room.state === "waiting") return t("rooms.waiting");
  if (room.state === "paused") return t("rooms.paused");
  if (room.state === "playing") return t("rooms.playing");
  const outcome = room.end?.outcome ?? null;
  const mood = moodOf(outcome, ownOf(room));
  if (mood !== "over") return t(`rooms.you.${mood}`);
  if (outcome === null) return t("rooms.ended");
  return t("rooms.won", { side: sideName(sidesOf(info, null), outcome > 0 ? 0 : 1) });
}

/** Whether a room is worth a place among the reader's games: somebody has moved, or another person has a part in it. */
const matters = (room: Room): boolean =>
  room.moves.length > 0 || room.seats.some((seat) => seat.kind === "person" && !seat.own);

/** The reader's games for a short list: those that go on before those that have ended, `most` of them at most. */
export function shortListed(rooms: readonly Room[], most: number): Room[] {
  const kept = rooms.filter(matters);
  const over = (room: Room) => Number(room.state === "over");
  return kept.sort((a, b) => over(a) - over(b)).slice(0, most);
}
