// The tokens that take a friend's seat: kept by who made the room, and carried by the link to it.

import { href } from "./router";
import { isRecord, Setting } from "./settings";
import type { Side } from "./types";

const KEPT = 50;

const kept = new Setting<Record<string, unknown>>("invitations", {}, isRecord);

export type Invitations = [string | null, string | null];

/** Keep the invitations of a room that was made here; of older rooms only the last fifty are kept. */
export function keepInvitations(room: string, tokens: Invitations): void {
  if (!tokens.some((token) => token !== null)) return;
  kept.value = Object.fromEntries([...Object.entries(kept.value).slice(1 - KEPT), [room, tokens]]);
}

/** The invitations of a room that was made in this browser; of any other none. */
export function invitationsOf(room: string): Invitations {
  const found = kept.value[room];
  if (!Array.isArray(found)) return [null, null];
  const token = (side: Side) => (typeof found[side] === "string" ? found[side] : null);
  return [token(0), token(1)];
}

/** The address, from `#` on, that gives a friend the seat of a side. */
export const invitationHref = (room: string, side: Side, token: string): string =>
  href("room", room, { seat: `${side}.${token}` });

/**
 * Let the address bar hold an invitation for as long as it stands, since people pass on what they find there.
 * Returns what ends that; elsewhere meanwhile, the address stays as it is.
 */
export function inviteByAddress(room: string, side: Side, token: string): () => void {
  const invitation = invitationHref(room, side, token);
  history.replaceState({ inviting: true }, "", invitation);
  return () => {
    if (location.hash === invitation) history.replaceState(null, "", href("room", room));
  };
}

/** Whether the invitation in the address bar is the reader's own, who does not take its seat. */
export const isInviting = (): boolean => isRecord(history.state) && history.state.inviting === true;

/** The side and the token in the `seat` of a link; null if there is no sound one. */
export function parseInvitation(seat: string | null): { side: Side; token: string } | null {
  const found = /^([01])\.(.+)$/.exec(seat ?? "");
  return found ? { side: Number(found[1]) as Side, token: found[2] as string } : null;
}
