// The course: eight searches on small games, each with something to be found in its tree.

import type { Part, Wanted } from "../glass/searches";
import type { PlainKey } from "../lib/i18n";
import { isNumber, Setting } from "../lib/settings";
import type { RecordedRow } from "../lib/types";

export interface Lesson {
  game: string;
  moves: string;
  /** The search, where it differs from the usual one; a second one stands beside it if that teaches something. */
  wanted: Partial<Wanted>;
  beside?: Partial<Wanted>;
  title: PlainKey;
  /** In a line, for the list of lessons. */
  about: PlainKey;
  /** Its paragraphs, a line each. */
  words: PlainKey;
  /** The terms that it uses, a line each: the term, a colon, what it means. */
  terms: PlainKey;
  task: PlainKey;
  /** Said after a wrong answer. */
  hint: PlainKey;
  /** Said after the right one: what can be learned from it. */
  why: PlainKey;
  /** Whether a row is one of those asked for; siblings: the rows of the same parent, itself included. */
  isRight: (row: RecordedRow, siblings: readonly RecordedRow[], parent?: RecordedRow) => boolean;
}

const alphabeta = (parts: Part[], depth: number): Partial<Wanted> => ({
  algorithm: "alphabeta",
  parts,
  depth,
});

const exploration = (row: RecordedRow): number => row.simulations?.terms?.exploration ?? -1;
const visits = (row: RecordedRow): number => row.simulations?.visits ?? 0;

export const LESSONS: readonly Lesson[] = [
  {
    game: "connectfour",
    moves: "4 4",
    wanted: { algorithm: "minimax", depth: 2 },
    title: "course.1.title",
    about: "course.1.about",
    words: "course.1.words",
    terms: "course.1.terms",
    task: "course.1.task",
    hint: "course.1.hint",
    why: "course.1.why",
    isRight: (row, _, parent) =>
      row.ply === 2 && parent?.move === "2" && parent.alphabeta?.score === row.alphabeta?.score,
  },
  {
    game: "connectfour",
    moves: "7 1 1 6 5 6 5 3",
    wanted: alphabeta([], 3),
    title: "course.2.title",
    about: "course.2.about",
    words: "course.2.words",
    terms: "course.2.terms",
    task: "course.2.task",
    hint: "course.2.hint",
    why: "course.2.why",
    isRight: (row, siblings, parent) =>
      row.ply === 2 &&
      parent?.move === "2" &&
      parent.alphabeta?.cause === "cut" &&
      siblings.at(-1)?.row === row.row,
  },
  {
    game: "tictactoe",
    moves: "b2",
    wanted: alphabeta(["order", "history"], 5),
    beside: alphabeta([], 5),
    title: "course.3.title",
    about: "course.3.about",
    words: "course.3.words",
    terms: "course.3.terms",
    task: "course.3.task",
    hint: "course.3.hint",
    why: "course.3.why",
    isRight: ({ alphabeta: facts }) => facts?.cause === "cut" && facts.searched === 1,
  },
  {
    game: "hexxagon",
    moves: "",
    wanted: alphabeta(["table", "order", "history", "iterative"], 4),
    title: "course.4.title",
    about: "course.4.about",
    words: "course.4.words",
    terms: "course.4.terms",
    task: "course.4.task",
    hint: "course.4.hint",
    why: "course.4.why",
    isRight: ({ alphabeta: facts }) => facts?.cause === "table",
  },
  {
    game: "hexxagon",
    moves: "",
    wanted: alphabeta(["table", "order", "history", "pvs", "iterative"], 4),
    title: "course.5.title",
    about: "course.5.about",
    words: "course.5.words",
    terms: "course.5.terms",
    task: "course.5.task",
    hint: "course.5.hint",
    why: "course.5.why",
    isRight: ({ alphabeta: facts }) => facts?.again === true,
  },
  {
    game: "connectfour",
    moves: "4 3",
    wanted: { algorithm: "uct", simulations: 300 },
    title: "course.6.title",
    about: "course.6.about",
    words: "course.6.words",
    terms: "course.6.terms",
    task: "course.6.task",
    hint: "course.6.hint",
    why: "course.6.why",
    isRight: (row, siblings) =>
      row.ply === 1 && siblings.every((one) => exploration(one) <= exploration(row)),
  },
  {
    game: "domineering:width=3,height=4",
    moves: "",
    wanted: { algorithm: "proofnumber", nodes: 5000 },
    beside: { algorithm: "proofnumber", nodes: 30 },
    title: "course.7.title",
    about: "course.7.about",
    words: "course.7.words",
    terms: "course.7.terms",
    task: "course.7.task",
    hint: "course.7.hint",
    why: "course.7.why",
    isRight: ({ proof }) => proof?.proof === 0 && !proof.attacking,
  },
  {
    game: "connectfour",
    moves: "4 3",
    wanted: { algorithm: "puct", simulations: 60, exploration: 1.5 },
    title: "course.8.title",
    about: "course.8.about",
    words: "course.8.words",
    terms: "course.8.terms",
    task: "course.8.task",
    hint: "course.8.hint",
    why: "course.8.why",
    isRight: (row, siblings) => row.ply === 1 && siblings.every((one) => visits(one) <= visits(row)),
  },
];

const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(isNumber);

/** The numbers of the lessons whose exercises were solved in this browser. */
export const solved = new Setting<number[]>("course", [], areNumbers);
