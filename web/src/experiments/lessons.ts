// The course: eight searches on small games, each with something to be found in its tree.

import type { Part, Wanted } from "../glass/searches";
import type { PlainKey } from "../lib/i18n";
import type { RecordedRow } from "../lib/types";

export interface Lesson {
  game: string;
  moves: string;
  /** The search, where it differs from the usual one. */
  wanted: Partial<Wanted>;
  title: PlainKey;
  words: PlainKey;
  task: PlainKey;
  /** Said after a wrong answer. */
  hint: PlainKey;
  /** Said after the right one: what can be learned from it. */
  why: PlainKey;
  /** Whether a row is one of those asked for; siblings: the rows of the same parent, itself included. */
  isRight: (row: RecordedRow, siblings: readonly RecordedRow[], parent?: RecordedRow) => boolean;
}

const alphabeta = (parts: Part[], depth: number): Partial<Wanted> => ({ parts, depth });

const exploration = (row: RecordedRow): number => row.simulations?.terms?.exploration ?? -1;

/** Whether the exploration term of a row is the largest among the moves of the root. */
const mostExplored = (row: RecordedRow, siblings: readonly RecordedRow[]): boolean =>
  row.ply === 1 && siblings.every((one) => exploration(one) <= exploration(row));

export const LESSONS: readonly Lesson[] = [
  {
    game: "tictactoe",
    moves: "a1 b2 a2",
    wanted: { algorithm: "minimax", depth: 2 },
    title: "course.1.title",
    words: "course.1.words",
    task: "course.1.task",
    hint: "course.1.hint",
    why: "course.1.why",
    isRight: ({ ply, alphabeta: facts }) => ply === 2 && facts?.cause === "final",
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: alphabeta([], 3),
    title: "course.2.title",
    words: "course.2.words",
    task: "course.2.task",
    hint: "course.2.hint",
    why: "course.2.why",
    isRight: (row, siblings, parent) =>
      row.ply === 2 && parent?.alphabeta?.cause === "cut" && siblings.at(-1)?.row === row.row,
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: alphabeta(["order", "history"], 5),
    title: "course.3.title",
    words: "course.3.words",
    task: "course.3.task",
    hint: "course.3.hint",
    why: "course.3.why",
    isRight: ({ alphabeta: facts }) => facts?.cause === "cut" && facts.searched === 1,
  },
  {
    game: "connectfour",
    moves: "",
    wanted: alphabeta(["table", "order", "history", "iterative"], 5),
    title: "course.4.title",
    words: "course.4.words",
    task: "course.4.task",
    hint: "course.4.hint",
    why: "course.4.why",
    isRight: ({ alphabeta: facts }) => facts?.cause === "table",
  },
  {
    game: "tictactoe",
    moves: "",
    wanted: alphabeta(["order", "history", "pvs", "iterative"], 5),
    title: "course.5.title",
    words: "course.5.words",
    task: "course.5.task",
    hint: "course.5.hint",
    why: "course.5.why",
    isRight: ({ alphabeta: facts }) => facts?.again === true,
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: { algorithm: "uct", simulations: 300 },
    title: "course.6.title",
    words: "course.6.words",
    task: "course.6.task",
    hint: "course.6.hint",
    why: "course.6.why",
    isRight: mostExplored,
  },
  {
    game: "tictactoe",
    moves: "b2 b1",
    wanted: { algorithm: "proofnumber", nodes: 5000 },
    title: "course.7.title",
    words: "course.7.words",
    task: "course.7.task",
    hint: "course.7.hint",
    why: "course.7.why",
    isRight: ({ proof }) => proof?.proof === 0 && !proof.attacking,
  },
  {
    game: "connectfour",
    moves: "",
    wanted: { algorithm: "puct", simulations: 300, exploration: 1.5 },
    title: "course.8.title",
    words: "course.8.words",
    task: "course.8.task",
    hint: "course.8.hint",
    why: "course.8.why",
    isRight: (row, siblings) =>
      row.ply === 1 &&
      siblings.every((one) => (one.simulations?.visits ?? 0) <= (row.simulations?.visits ?? 0)),
  },
];
