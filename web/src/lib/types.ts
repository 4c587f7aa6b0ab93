// What the server and the page tell each other; the server's side of it is src/nupp/server/models.

import type { Message } from "./i18n";

export type Side = 0 | 1;
export type Point = [number, number];

// ---- boards ------------------------------------------------------------------------------------------

/** A cell, or an area such as a box between edges: its centre and its polygon, y pointing down. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  outline: Point[];
}

/** The geometry of a board; a cell is about 1 wide. Where lines are drawn, edges are its cells. */
export interface Board {
  cells: Cell[];
  areas: Cell[];
  labels: { text: string; x: number; y: number }[];
  lines: [Point, Point][];
  dots: Point[];
  /** x0, y0, x1, y1 around all that is drawn. */
  bounds: [number, number, number, number];
  /** Of the largest disc that fits into each cell. */
  radius: number;
  /** Whether the cells tile a surface, so that their outlines are drawn; else pieces stand on points. */
  tiled: boolean;
  /** For each cell the cell above, right of, below and left of it as arrow keys go; -1 where there is none. */
  arrows: [number, number, number, number][];
}

export type Shape = "disc" | "cross" | "ring" | "king" | "queen" | "arrow" | "box" | "edge" | "unit";
export type Colour = "black" | "white" | "red" | "blue";
export type Surface = "light" | "dark" | "grass" | "road" | "shallow" | "water" | "crag" | "hole";
export type Sign = "active" | "done" | "hourglass" | "shield" | "swords";

export interface Piece {
  /** The cell it is on; the area, for the shape `box`. */
  cell: number;
  side: Side | -1;
  symbol: string;
  shape: Shape;
  text: string;
  signs: Sign[];
}

// ---- positions ---------------------------------------------------------------------------------------

/** A cell to be clicked, or a word for what is no cell: `pass`, `wait`, `defend`. */
export type Step = number | string;

/** Something told about a cell or a move: a key that the page knows words for, and a value. */
export type Fact = [key: string, value: string];

/**
 * The legal moves and, of each in the same order, the steps to be clicked one after another; no two moves have the
 * same steps. facts: by the move, of those of which there is something to tell. There may be thousands of moves.
 */
export interface Choices {
  moves: string[];
  steps: Step[][];
  facts: Record<string, Fact[]>;
}

/** What may be told of the piece on a cell: facts, where it can go, and whom it can attack from afar. */
export interface Inspection {
  cell: number;
  facts: Fact[];
  reach: number[];
  sight: number[];
}

/** A position, all that a board shows of it and everything that may be done in it. */
export interface Scene {
  game: string;
  /** The position text. */
  position: string;
  ply: number;
  to_move: Side | null;
  /** The end by the rules; null while the game goes on. */
  end: End | null;
  pieces: Piece[];
  /** Cells of the last move. */
  marks: number[];
  fills: Record<string, Surface>;
  style: "wood" | "felt" | "paper" | "slate";
  colours: [Colour, Colour];
  /** What the position is, in English: `Round 3: blue's knight is to act`. May be empty. */
  caption: string;
  /** Lines that say in English what pictures show, such as what a unit has lost. */
  notes: string[];
  /** What is counted beside the board, such as `score_first`, `hand_second`, `quiet`, `round`. */
  facts: Fact[];
  /** The move that led here and its steps; null in the position that the game began with. */
  last: { move: string; steps: Step[] } | null;
  /** The legal moves; null if it is not for the reader to move. */
  choices: Choices | null;
  /** Cells that stand for others when they are clicked, such as those of a column into which stones fall. */
  aliases: Record<string, number>;
  inspections: Inspection[];
  /** How a move is shown while it is being chosen. */
  staging: Staging;
}

/**
 * What goes where as the steps of a move are chosen. The piece that moves is the one on `mover`, or on the
 * cell of the first step where that is null; with each step to an empty cell it goes there, but not more than
 * `carries` times where that is no null (1 where the step after is a shot).
 */
export interface Staging {
  mover: number | null;
  carries: number | null;
}

/** How a game ended. outcome: +1 the first side won, -1 the second, 0 drawn, null nobody knows. */
export interface End {
  outcome: 1 | 0 | -1 | null;
  margin: number | null;
  reason: "rules" | "resigned" | "agreed" | "time" | "aborted";
  /** The end in words, in English, such as `black wins by 12`. */
  words: string;
  /** Why the rules ended the game: a key, the same in English, and the cells that decided it. */
  cause?: { key: string; words: string; cells: number[] } | null;
}

/** Pieces on cells, and who is to move; `position` gives whatever else a position holds. */
export interface ArrangedRequest {
  game: string;
  position: string | null;
  pieces: { cell: number; symbol: string }[];
  to_move: Side;
}

/** A position that was set up: its text, and either what it looks like or what is wrong with it. */
export interface Arranged {
  position: string;
  scene: Scene | null;
  fault: string | null;
}

// ---- thinking ----------------------------------------------------------------------------------------

export interface Candidate {
  move: string;
  score: number;
  score_kind: string;
  /** The score for people: `+35`, `win in 7`. */
  score_text: string;
  visits: number;
  steps: Step[];
}

/** What a player thinks of a position, as it thinks; from the view of the side to move. */
export interface Thought {
  side: Side;
  player: string;
  ply: number;
  /** Whether it has come to an end. */
  done: boolean;
  move: string;
  score: number;
  score_kind: string;
  score_text: string;
  /** The result that the first side may expect, 0 to 1; null where that is not known. */
  expectation: number | null;
  pv: string[];
  depth: number;
  nodes: number;
  nodes_per_second: number;
  seconds: number;
  candidates: Candidate[];
}

// ---- rooms: games that are being played --------------------------------------------------------------

export interface Seat {
  kind: "person" | "engine";
  /** The spec of an engine, or what a person is called. */
  name: string;
  /** Whether a person has it; engines always do. */
  taken: boolean;
  yours: boolean;
  connected: boolean;
}

/** Seconds left of each side when the message was made, and whose clock runs. */
export interface Clock {
  control: string;
  left: [number, number];
  running: Side | null;
}

export interface Room {
  id: string;
  /** Grows with every change; a message with a lower one is out of date. */
  version: number;
  game: string;
  /** The position text it began with; null for the usual one. */
  start: string | null;
  moves: string[];
  /** The side that made each move, which may be the same several times in a row; not told in lists of rooms. */
  movers: Side[];
  /** Seconds that each move took. */
  seconds: number[];
  seats: [Seat, Seat];
  state: "waiting" | "playing" | "paused" | "over";
  end: End | null;
  clock: Clock | null;
  /** The least time between two moves of machines, in seconds. */
  pause: number;
  /** The sides that have offered a draw, and that ask for a move back. */
  offers: { draw: Side | null; takeback: Side | null };
  /** Whether others find the room, to watch. */
  public: boolean;
  /** Whether the reader made the room and may let seats go, pause and step. */
  yours: boolean;
  /** The room in which the game is played again, if there is one. */
  rematch: string | null;
  spectators: number;
  created: string;
}

export interface SeatRequest {
  kind: "me" | "friend" | "engine";
  /** The spec of an engine. */
  player?: string;
  name?: string;
}

export interface RoomRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  seats: [SeatRequest, SeatRequest];
  /** `5m+3s`, as the command line has it; null for none. */
  clock?: string | null;
  /** What an engine may take a move: `1s`, or nodes, or depth. */
  budget?: Budget;
  pause?: number;
  public?: boolean;
}

export interface Budget {
  seconds?: number;
  nodes?: number;
  depth?: number;
}

export interface RoomCreated {
  room: Room;
  /** For each seat that is kept for a friend the token that takes it, else null; see lib/invitations.ts. */
  invitations: [string | null, string | null];
}

/** What becomes of a search: it waits for a process, its code is compiled, or it runs. */
export type EngineState = "queued" | "preparing" | "thinking";

/**
 * From the server, over the WebSocket of a room. invitation: after `release`, what takes the seat. An error without an
 * id is about the room: an engine that fails, a database that is gone.
 */
export type RoomMessage =
  | { type: "room"; room: Room; scene: Scene }
  | {
      type: "move";
      version: number;
      ply: number;
      move: string;
      seconds: number;
      scene: Scene;
      clock: Clock | null;
      state: Room["state"];
      end: End | null;
      offers: Room["offers"];
    }
  | { type: "presence"; version: number; connected: [boolean, boolean]; spectators: number }
  | { type: "engine"; side: Side; state: EngineState }
  | { type: "thought"; thought: Thought }
  | { type: "hint"; id: number; thought: Thought }
  | { type: "done"; id: number; invitation?: string }
  | { type: "error"; id: number | null; code: string; message: string };

/** To the server. id: chosen by the page, comes back with `done` or `error`. */
export type RoomCommand = { id: number } & (
  | { type: "move"; ply: number; move: string }
  | { type: "takeback" | "draw" | "resign" | "rematch" | "pause" | "play" | "step" | "refuse" }
  | { type: "hint"; ply: number; budget?: Budget }
  | { type: "release"; side: Side }
  | { type: "set_pause"; seconds: number }
  | { type: "ping" }
);

// ---- what there is -----------------------------------------------------------------------------------

export interface Parameter {
  name: string;
  kind: "integer" | "number" | "boolean" | "word" | "spec";
  default: string;
  low: number | null;
  high: number | null;
  /** The words it may be, if these are all. */
  words: string[] | null;
  help: string;
}

/** A form of a game that people know. */
export interface Preset {
  /** Values of its parameters, those of the usual form written out. */
  values: Record<string, string>;
  /** A text, or the key of a message of the game without `preset.`; empty where the values say enough. */
  label: string;
  /** For the placeholders of that message. */
  counts: Record<string, string | number>;
}

export interface GameInfo {
  name: string;
  /** The first line of its rules. */
  summary: string;
  sides: [string, string];
  /** How its usual form looks. */
  colours: Scene["colours"];
  style: Scene["style"];
  parameters: Parameter[];
  /** The usual form first; none of a game that has but one form. */
  presets: Preset[];
}

/** The words of a game; empty where it brings none. */
export interface GameWords {
  name: string;
  line: string;
  /** The rules in short, sentence by sentence. */
  rules: string[];
  /** Its own texts by the keys of the page, such as `param.size`. */
  messages: Record<string, Message>;
}

/** The words of all games, by name; shared: of sides and players, whose names mean the same in all games. */
export interface AllWords {
  games: Record<string, GameWords>;
  shared: Record<string, Message>;
}

/** A format in which the moves of a game are written down; see `nupp.formats`. */
export type RecordFormat = "json" | "native" | "pdn" | "ggf" | "psq" | "sgf" | "ugi" | "transcript" | "moves";

export interface FormatInfo {
  name: RecordFormat;
  /** Of its files. */
  ending: string;
  about: string;
  /** Whether it holds variations and notes. */
  trees: boolean;
}

export interface PlayerInfo {
  name: string;
  help: string;
  parameters: Parameter[];
}

export interface Rules {
  game: string;
  /** Safe HTML. */
  html: string;
  /** A worked example: moves from the start, the positions (one more), and what is to be seen in each, in English. */
  example: { moves: string[]; scenes: Scene[]; remarks: string[] };
}

// ---- analysis ----------------------------------------------------------------------------------------

/** A move of a game with variations; parent: the number of the node before it, -1 of the start, which has no move. */
export interface TreeNode {
  parent: number;
  move: string;
  note: string;
}

/** How many variations, whole or from some move on, and how many notes of a text were not kept. */
export interface LeftOut {
  variations: number;
  notes: number;
}

/**
 * A game as it was read. fault: what was wrong, where; `moves` are those before it. tree: the moves with variations and
 * notes, empty if there are none.
 */
export interface Imported {
  game: string;
  start: string | null;
  moves: string[];
  players: [string, string] | null;
  outcome: string | null;
  termination: string | null;
  fault: { message: string; ply: number; text: string } | null;
  tree: TreeNode[];
  left_out: LeftOut;
}

export interface Judgement {
  number: number;
  side: Side;
  move: string;
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  loss: number;
  before: number;
  after: number;
  best: string;
  line: string[];
  score: string | null;
}

/**
 * Events of a job, over Server-Sent Events. values: what the first side may expect, 0 to 1, before and after the move
 * that was judged.
 */
export type JobEvent =
  | { type: "thought"; thought: Thought }
  | { type: "judgement"; judgement: Judgement; values: number[] }
  | { type: "standing"; standing: Standing }
  | { type: "text"; line: string }
  | { type: "done"; state: "finished" | "stopped" | "failed"; message: string };

// ---- tournaments and studies -------------------------------------------------------------------------

export interface Standing {
  games: number;
  played: number;
  players: string[];
  /** For each pair [wins, draws, losses] of the row's player; null on the diagonal. */
  crosstable: ([number, number, number] | null)[][];
  /** The best first; score: the points of `games` games; low and high are null for who has not played. */
  ratings: {
    player: string;
    elo: number;
    low: number | null;
    high: number | null;
    score: number;
    games: number;
  }[];
  latest: {
    number: number;
    first: string;
    second: string;
    outcome: string | null;
    plies: number;
    termination: string;
  }[];
}

export interface Tournament {
  id: string;
  game: string;
  players: string[];
  gauntlet: boolean;
  /** Games of each pair of players. */
  pairing_games: number;
  budget: Budget;
  state: "running" | "finished" | "stopped" | "failed";
  message: string;
  created: string;
  standing: Standing | null;
  yours: boolean;
}

export interface StudyInfo {
  name: string;
  title: string;
  source: string;
  /** Whether it has been run here, and its report can be opened. */
  report: string | null;
  running: string | null;
}

/** What is answered to a request that cannot be carried out. */
export interface Problem {
  code: string;
  message: string;
  /** Of a fault in a game: how many of its moves were good. */
  ply?: number;
}
