// Clocks as the page shows them: running on from what the server sent last.

import type { Clock, Side } from "../lib/types";

/** The seconds a side has left `elapsed` seconds after the message with the clock; at least 0. */
export function left(clock: Clock, side: Side, elapsed: number): number {
  return Math.max(0, clock.left[side] - (clock.running === side ? Math.max(0, elapsed) : 0));
}

/** Seconds as `1:05:09`, `4:59`, or `9.4` where every tenth counts. */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
