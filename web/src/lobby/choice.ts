// What was chosen in the form of a new game, kept for the next time, and the request that it amounts to.

import { choices, isRecord, lastGame } from "../lib/settings";
import { formatSpec } from "../lib/spec";
import type { Budget, GameInfo, RoomRequest, SeatRequest, Side } from "../lib/types";
import type { Values } from "./presets";

export type SeatKind = SeatRequest["kind"];

export interface SeatChoice {
  kind: SeatKind;
  /** The spec of the player, if it is a machine. */
  player: string;
}

export interface Choice {
  values: Values;
  seats: [SeatChoice, SeatChoice];
  /** As the command line has it, `5m+3s`; empty for none. */
  clock: string;
  budget: Budget;
  pause: number;
  /** Whether others find the game, to watch. */
  public: boolean;
  position: string;
}

export const CLOCKS = ["", "1m+1s", "3m+2s", "5m+3s", "10m+5s", "30m"] as const;

const LIMITS = ["seconds", "nodes", "depth"] as const;

/** The machine that somebody plays of whom nothing is known. */
const FIRST_PLAYER = "level:n=3";

/** Against a machine that one can beat, and without a clock. */
export const firstChoice = (): Choice => ({
  values: {},
  seats: [
    { kind: "me", player: FIRST_PLAYER },
    { kind: "engine", player: FIRST_PLAYER },
  ],
  clock: "",
  budget: { seconds: 1 },
  pause: 0.5,
  public: false,
  position: "",
});

const isText = (value: unknown): value is string => typeof value === "string";
const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;

function seatOf(found: unknown, usual: SeatChoice): SeatChoice {
  if (!isRecord(found)) return usual;
  const kind = (["me", "friend", "engine"] as const).find((one) => one === found.kind) ?? usual.kind;
  return { kind, player: isText(found.player) ? found.player : usual.player };
}

function budgetOf(found: unknown, usual: Budget): Budget {
  if (!isRecord(found)) return usual;
  const limits = LIMITS.filter((limit) => isAmount(found[limit]) && found[limit] > 0);
  return limits.length ? Object.fromEntries(limits.map((limit) => [limit, found[limit]])) : usual;
}

/** A choice from whatever is kept: each field that is not sound is as it is at first. */
export function choiceOf(found: unknown): Choice {
  const usual = firstChoice();
  if (!isRecord(found)) return usual;
  const seats: unknown[] = Array.isArray(found.seats) ? found.seats : [];
  const values = isRecord(found.values)
    ? Object.entries(found.values).filter(([, value]) => isText(value))
    : [];
  return {
    values: Object.fromEntries(values) as Values,
    seats: [seatOf(seats[0], usual.seats[0]), seatOf(seats[1], usual.seats[1])],
    clock: isText(found.clock) ? found.clock : usual.clock,
    budget: budgetOf(found.budget, usual.budget),
    pause: isAmount(found.pause) ? Math.min(60, found.pause) : usual.pause,
    public: found.public === true,
    position: "",
  };
}

/** What was chosen the last time this game was begun; at first its usual form. */
export function lastChoice(info: GameInfo): Choice {
  const kept = choices.value[info.name];
  return kept === undefined ? { ...firstChoice(), values: { ...info.usual } } : choiceOf(kept);
}

/** Keep a choice for the next time; the position is not kept. */
export function keepChoice(game: string, choice: Choice): void {
  lastGame.value = game;
  choices.value = { ...choices.value, [game]: { ...choice, position: "" } };
}

/** The spec of the game that was chosen. */
export const specOf = (info: GameInfo, choice: Choice): string =>
  formatSpec({ name: info.name, values: choice.values }, info.parameters);

function seatRequest(seat: SeatChoice): SeatRequest {
  return seat.kind === "engine" ? { kind: "engine", player: seat.player } : { kind: seat.kind };
}

/** Whether machines play both sides, so that they wait between moves. */
export const isWatched = (choice: Choice): boolean => choice.seats.every((seat) => seat.kind === "engine");

/** Whether a machine plays at all. */
export const hasEngine = (choice: Choice): boolean => choice.seats.some((seat) => seat.kind === "engine");

/** The request for the room that was chosen. */
export function roomRequest(info: GameInfo, choice: Choice): RoomRequest {
  const seats: [SeatRequest, SeatRequest] = [seatRequest(choice.seats[0]), seatRequest(choice.seats[1])];
  const request: RoomRequest = { game: specOf(info, choice), seats, pause: choice.pause };
  if (choice.position.trim()) request.position = choice.position.trim();
  if (choice.clock) request.clock = choice.clock;
  if (hasEngine(choice)) request.budget = choice.budget;
  if (choice.public) request.public = true;
  return request;
}

/** The game to offer at first: the last that was begun, or the most popular one. */
export const gameToOffer = (games: readonly GameInfo[]): GameInfo | undefined =>
  games.find((one) => one.name === lastGame.value) ?? games[0];

/** A game against a machine as it was chosen last; player: the machine of the reader's strength, if that is known. */
export function againstMachine(info: GameInfo, player?: string): Choice {
  const choice = lastChoice(info);
  const kinds = choice.seats.map((seat) => seat.kind);
  const fits = kinds.includes("me") && kinds.includes("engine");
  const [first, second] = fits ? choice.seats : firstChoice().seats;
  const own = (seat: SeatChoice): SeatChoice =>
    seat.kind === "engine" && player ? { ...seat, player } : seat;
  return { ...choice, seats: [own(first), own(second)] };
}

/** A game against a friend who gets the second side. */
export function againstFriend(info: GameInfo): Choice {
  const [me, other] = firstChoice().seats;
  return { ...lastChoice(info), seats: [me, { ...other, kind: "friend" }] };
}

/** The same with the seats exchanged. */
export const swapped = (seats: Choice["seats"]): Choice["seats"] => [seats[1], seats[0]];

const DURATION = /^\d*\.?\d+ *(ms|s|m|min|h)?$/;

/** Whether a text is a clock: a time, and after a plus what each move adds. */
export function isClock(text: string): boolean {
  const parts = text.trim().toLowerCase().split("+");
  return (
    parts.length <= 2 && parts.every((part) => DURATION.test(part.trim())) && /[1-9]/.test(parts[0] ?? "")
  );
}

export const SIDES: readonly Side[] = [0, 1];
