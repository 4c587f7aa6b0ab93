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
  /** Whether a row is one of those asked for; siblings: the rows of the same parent, itself included. */
  isRight: (row: RecordedRow, siblings: readonly RecordedRow[]) => boolean;
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
    isRight: ({ ply, alphabeta: facts }) => ply === 2 && facts?.cause === "final",
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: alphabeta([], 3),
    title: "course.2.title",
    words: "course.2.words",
    task: "course.2.task",
    isRight: ({ alphabeta: facts }) => (facts?.left_out ?? 0) >= 3,
  },
  {
    game: "connectfour",
    moves: "",
    wanted: alphabeta(["order", "history"], 4),
    title: "course.3.title",
    words: "course.3.words",
    task: "course.3.task",
    isRight: ({ alphabeta: facts }) => facts?.cause === "cut" && facts.searched === 1,
  },
  {
    game: "connectfour",
    moves: "",
    wanted: alphabeta(["table", "order", "history", "iterative"], 5),
    title: "course.4.title",
    words: "course.4.words",
    task: "course.4.task",
    isRight: ({ alphabeta: facts }) => facts?.cause === "table",
  },
  {
    game: "tictactoe",
    moves: "",
    wanted: alphabeta(["order", "history", "pvs", "iterative"], 5),
    title: "course.5.title",
    words: "course.5.words",
    task: "course.5.task",
    isRight: ({ alphabeta: facts }) => facts?.again === true,
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: { algorithm: "uct", simulations: 300 },
    title: "course.6.title",
    words: "course.6.words",
    task: "course.6.task",
    isRight: mostExplored,
  },
  {
    game: "tictactoe",
    moves: "b2 b1",
    wanted: { algorithm: "proofnumber", nodes: 5000 },
    title: "course.7.title",
    words: "course.7.words",
    task: "course.7.task",
    isRight: ({ proof }) => proof?.proof === 0,
  },
  {
    game: "connectfour",
    moves: "",
    wanted: { algorithm: "puct", simulations: 300, exploration: 1.5 },
    title: "course.8.title",
    words: "course.8.words",
    task: "course.8.task",
    isRight: (row, siblings) =>
      row.ply === 1 &&
      siblings.every((one) => (one.simulations?.visits ?? 0) <= (row.simulations?.visits ?? 0)),
  },
];
