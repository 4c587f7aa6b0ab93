// How a person chooses a move: by walking along the steps of the legal moves. Nothing here knows a game.
//
// A `Walk` is how far one has come: the steps taken, the moves that begin with them, and the move that these
// steps already are, if they are one. Every function returns what comes of a walk and leaves it as it was.

import type { Choices, Fact, Step } from "../lib/types";

/** A legal move as steps to be clicked one after another, and what may be told of it. */
export interface Choice {
  move: string;
  steps: Step[];
  /** The cells of which one may be clicked before the steps: those of pieces that it may come from. */
  origins: readonly number[];
  /** Other cells to be clicked one after another for it, such as each landing of some jumps. */
  ways: readonly (readonly number[])[];
  facts: Fact[];
}

/** The legal moves, and the cells that stand for others when they are clicked. */
export interface Options {
  readonly choices: readonly Choice[];
  readonly aliases: Readonly<Record<string, number>>;
  /** The cells with pieces. */
  readonly occupied: ReadonlySet<number>;
}

export interface Walk {
  readonly steps: readonly Step[];
  /** The moves that begin with the steps, that which they are included. */
  readonly open: readonly Choice[];
  /** The move that the steps are; it is played at once only if no other begins with them. */
  readonly whole: Choice | null;
}

/** A walk after a click; `move` is to be played now. */
export interface Taken {
  readonly walk: Walk;
  readonly move: Choice | null;
}

/** The legal moves that the server told of, one by one; none if it did not. */
export function listed(told: Choices | null | undefined): Choice[] {
  if (!told) return [];
  const { moves, steps, origins, ways, facts } = told;
  return moves.map((move, at) => ({
    move,
    steps: steps[at] ?? [],
    origins: origins[move] ?? [],
    ways: ways[move] ?? [],
    facts: facts[move] ?? [],
  }));
}

/** The moves, once more for each of their origins, which is then the first step, and for each of their ways. */
export function withWays(choices: readonly Choice[]): Choice[] {
  return choices.flatMap((choice) => [
    choice,
    ...choice.origins.map((origin) => ({ ...choice, steps: [origin, ...choice.steps] })),
    ...choice.ways.map((way) => ({ ...choice, steps: [...way] })),
  ]);
}

/** The move that all choices are; null if there are several, or none. */
function onlyMove(choices: readonly Choice[]): Choice | null {
  const [first] = choices;
  return first && choices.every(({ move }) => move === first.move) ? first : null;
}

export function begin(options: Options): Walk {
  return along(options, []);
}

/** The steps that may be taken next, each once, in the order of the moves. */
export function next(walk: Walk): Step[] {
  const at = walk.steps.length;
  const found = new Set<Step>();
  for (const { steps } of walk.open) {
    const step = steps[at];
    if (step !== undefined) found.add(step);
  }
  return [...found];
}

/** The words among the next steps, for which there are buttons. */
export function words(walk: Walk): string[] {
  return next(walk).filter((step): step is string => typeof step === "string");
}

/** Whether some of the moves cannot be made by a click on a cell alone. */
export const needsButtons = (choices: readonly Choice[]): boolean =>
  choices.some(({ steps }) => steps.length > 1 || typeof steps[0] === "string");

/** Whether there is something to tell of some of the moves. */
export const needsFacts = (choices: readonly Choice[]): boolean =>
  choices.some(({ facts }) => facts.length > 0);

/** The move that would be made, or that all would be that remain, if one stopped at this step; else null. */
export function foreseen(options: Options, walk: Walk, step: Step): Choice | null {
  const further = along(options, [...walk.steps, step]);
  return further.whole ?? onlyMove(further.open);
}

/**
 * Take a step, a cell or a word. A cell means, whichever applies first:
 * the next step of a move (perhaps as an alias); the last step again, which confirms a move that others go on
 * from, and else takes the step back; the end of the only move that leads there, while that of several is left to be
 * reached step by step; an earlier step, which is taken back with those after it. While nothing but a piece is
 * chosen, or a move that could be confirmed, another beginning counts, and any other cell begins anew with nothing
 * chosen, as does one at which a move would end that comes from other pieces than the chosen one. After that a cell
 * that means nothing leaves the steps as they are.
 */
export function take(options: Options, walk: Walk, step: Step): Taken {
  const steps = next(walk);
  for (const meant of meanings(options, step)) {
    if (steps.includes(meant)) return arrive(along(options, [...walk.steps, meant]));
  }
  if (typeof step === "string") return { walk, move: null };
  if (walk.steps.length > 0 && meanings(options, step).includes(walk.steps.at(-1) as Step)) {
    return walk.whole ? confirm(walk) : { walk: back(options, walk), move: null };
  }
  const ends = endingAt(walk, meanings(options, step));
  const only = onlyMove(ends);
  if (only) return { walk: along(options, only.steps), move: only };
  const at = walk.steps.findIndex((one) => meanings(options, step).includes(one));
  if (at >= 0) return { walk: along(options, walk.steps.slice(0, at)), move: null };
  if (ends.length > 0 || !isLoose(options, walk)) return { walk, move: null };
  const start = begin(options);
  const anew = take(options, start, step);
  return anew.move && anew.move.origins.length > 0 ? { walk: start, move: null } : anew;
}

/** Play the move that the steps are; nothing if they are none. */
export function confirm(walk: Walk): Taken {
  return { walk, move: walk.whole };
}

/** Undo the last step. */
export function back(options: Options, walk: Walk): Walk {
  return along(options, walk.steps.slice(0, -1));
}

/** The moves whose text begins with what was typed, ignoring case and blanks; an exact one comes alone. */
export function typed({ choices }: Pick<Options, "choices">, text: string): Choice[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const exact = choices.filter(({ move }) => move.toLowerCase() === wanted);
  return exact.length > 0 ? exact : choices.filter(({ move }) => move.toLowerCase().startsWith(wanted));
}

/** The steps that a click on a cell may mean: the cell itself before the one it stands for. */
function meanings({ aliases }: Options, step: Step): Step[] {
  const other = typeof step === "number" ? aliases[step] : undefined;
  return other === undefined ? [step] : [step, other];
}

function along({ choices }: Options, steps: readonly Step[]): Walk {
  const open = choices.filter((choice) => steps.every((step, at) => choice.steps[at] === step));
  return { steps, open, whole: open.find((choice) => choice.steps.length === steps.length) ?? null };
}

/** Whether what is chosen is given up by a click elsewhere: a piece and no more, or what is only to be confirmed. */
function isLoose({ occupied }: Options, { steps, whole }: Walk): boolean {
  const [only] = steps;
  return steps.length === 1 && (whole !== null || (typeof only === "number" && occupied.has(only)));
}

/** Play the move that has been reached unless there is more to choose. */
function arrive(walk: Walk): Taken {
  return { walk, move: onlyMove(walk.open) && walk.whole };
}

/** The open moves that end at one of the cells, once something has been chosen. */
function endingAt(walk: Walk, cells: Step[]): Choice[] {
  if (walk.steps.length === 0) return [];
  return walk.open.filter((choice) => cells.includes(choice.steps.at(-1) as Step));
}
