// The messages between server and page. `make types` makes this file from src/nupp/server/models.

export type Side = 0 | 1;

export type Step = number | string;

export type Fact = [string, string];

/**
 * The answer to a request that cannot be carried out. code: one word for programs. message: for people;
 * quotes what was wrong and says what was expected. ply: of a fault in a game, how many of its moves were
 * good. games: of a text that may belong to several games, their specs.
 */
export interface Problem {
  code: string;
  message: string;
  /** Of a fault in a game: how many of its moves were good. */
  ply: number | null;
  /** Of a text that may belong to several games: their specs. */
  games: string[];
}

export type Point = [number, number];

/** A cell, or an area such as a box between edges: its centre and its polygon, y pointing down. */
export interface Cell {
  name: string;
  x: number;
  y: number;
  outline: Point[];
}

/** A coordinate printed beside the board. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

/** The geometry of a board; a cell is about 1 wide. */
export interface Board {
  cells: Cell[];
  areas: Cell[];
  labels: Label[];
  lines: [Point, Point][];
  dots: Point[];
  /** x0, y0, x1, y1 around all that is drawn. */
  bounds: [number, number, number, number];
  /** Of the largest disc that fits into each cell. */
  radius: number;
  /** True if the cells tile a surface, so that their outlines are drawn; else pieces stand on points. */
  tiled: boolean;
  /** For each cell those above, right of, below and left of it, as arrow keys go; -1 for none. */
  arrows: [number, number, number, number][];
  /** True if later moves may need more than the click on one cell that is enough at first. */
  stepwise: boolean;
}

export type Shape = "disc" | "cross" | "ring" | "king" | "queen" | "arrow" | "half" | "box" | "edge" | "unit";

export type Sign = "active" | "done" | "hourglass" | "shield" | "swords" | "right" | "down" | "left" | "up";

/** A piece on a cell; on an area, for the shape `box`. */
export interface Piece {
  /** The cell it is on; the area, for the shape `box`. */
  cell: number;
  side: -1 | 0 | 1;
  symbol: string;
  shape: Shape;
  text: string;
  signs: Sign[];
}

/**
 * The legal moves and, of each in the same order, the steps to be clicked one after another. No two moves
 * have the same steps. origins: by the move, the cells of which one may be clicked before its steps, such as
 * the pieces that a copy may come from; ways: by the move, other cells to be clicked one after another for
 * it, such as each landing of some jumps; facts: by the move; all three for moves that have any.
 */
export interface Choices {
  moves: string[];
  steps: Step[][];
  origins: Record<string, number[]>;
  ways: Record<string, number[][]>;
  facts: Record<string, Fact[]>;
}

/** The piece on a cell: facts, cells that it can go to, and cells that it can attack from afar. */
export interface Inspection {
  cell: number;
  facts: Fact[];
  reach: number[];
  sight: number[];
}

/** Why the rules ended a game: a key, the same in English, and the cells that decided it. */
export interface Cause {
  key: string;
  words: string;
  cells: number[];
}

/** Why a game ended. */
export type Reason = "rules" | "resigned" | "agreed" | "time" | "left" | "aborted";

/** The end of a game. outcome: 1 if the first side won, -1 if the second, 0 drawn, null if unknown. */
export interface End {
  outcome: 1 | 0 | -1 | null;
  margin: number | null;
  reason: Reason;
  /** The end in words, in English, such as `black wins by 12`. */
  words: string;
  /** Why the rules ended the game: a key, the same in English, and the cells that decided it. */
  cause: Cause | null;
}

/** The move that led to a position, and its steps. */
export interface LastMove {
  move: string;
  steps: Step[];
}

export type Colour = "black" | "white" | "red" | "blue";

export type Style = "wood" | "felt" | "paper" | "slate";

export type Surface = "light" | "dark" | "grass" | "road" | "shallow" | "water" | "crag" | "hole";

/**
 * The piece that moves while a move is being chosen: its cell, and the number of steps it follows. mover:
 * None where it stands on the cell of the first step. carries: how many steps to empty cells the piece
 * follows; None for all of them.
 */
export interface Staging {
  mover: number | null;
  carries: number | null;
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
  style: Style;
  colours: [Colour, Colour];
  /** The position in words, in English: `Round 3: blue's knight is to act`. May be empty. */
  caption: string;
  /** Lines that say in English what pictures show, such as what a unit has lost. */
  notes: string[];
  /** The counts beside the board, such as `score_first`, `hand_second`, `quiet`, `round`. */
  facts: Fact[];
  /** The move that led here and its steps; null in the position that the game began with. */
  last: LastMove | null;
  /** The legal moves; null if it is not for the reader to move. */
  choices: Choices | null;
  /** Cells that stand for others when they are clicked, such as those of a column into which stones fall. */
  aliases: Record<string, number>;
  inspections: Inspection[];
  /** The display of a move while it is being chosen. */
  staging: Staging;
}

/** A position: the start, or a position text, and moves from there. */
export interface SceneRequest {
  game: string;
  position?: string | null;
  moves?: string[];
}

/** A game to be replayed, by its moves. */
export interface ScenesRequest {
  game: string;
  position?: string | null;
  moves: string[];
}

/** A piece on a cell, by its symbol. */
export interface PlacedPiece {
  cell: number;
  symbol: string;
}

/** Pieces on cells, and who is to move; `position` gives whatever else a position holds. */
export interface ArrangedRequest {
  game: string;
  position?: string | null;
  pieces: PlacedPiece[];
  to_move: Side;
}

/** A position that was set up: its text, and either what it looks like or what is wrong with it. */
export interface Arranged {
  position: string;
  scene: Scene | null;
  fault: string | null;
}

/** A move that a player considered; its score from the view of the side to move. */
export interface Candidate {
  move: string;
  score: number;
  score_kind: string;
  /** The score for people: `+35`, `win in 7`. */
  score_text: string;
  /** The result that the first side may expect after it, 0 to 1; null where that is not known. */
  expectation: number | null;
  visits: number;
  /** The best line that begins with it; empty where the search has none. */
  pv: string[];
  steps: Step[];
}

/** A thought of a player on a position. expectation: the expected result of the first side. */
export interface Thought {
  side: Side;
  player: string;
  ply: number;
  /** True if it has come to an end. */
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
  /**
   * The share of the player's code that was compiled, 0 to 1, if a quick search as plain Python stood in for
   * it; null otherwise.
   */
  compiled: number | null;
}

/** The limits of a player for a move; it stops at the first that it meets. */
export interface Budget {
  seconds?: number | null;
  nodes?: number | null;
  depth?: number | null;
}

/** The kinds of seats, by their players. */
export type SeatKind = "person" | "engine";

/** The seat of a side in a room: a person or an engine. */
export interface Seat {
  kind: SeatKind;
  /** The spec of an engine, or what a person is called. */
  name: string;
  /** True if a person has it; engines always do. */
  taken: boolean;
  /** True if the reader's browser has it, and may play. */
  yours: boolean;
  /** As `yours`; in lists also true if another browser of the reader's person has it. */
  own: boolean;
  connected: boolean;
  /** Seconds that the person has been away; null for who is there, and for engines. */
  away: number | null;
}

/** Seconds left of each side when the message was made, and whose clock runs. */
export interface Clock {
  control: string;
  left: [number, number];
  running: Side | null;
}

/** The sides that have offered a draw, and that ask for a move back and for a rematch. */
export interface Offers {
  draw: Side | null;
  takeback: Side | null;
  rematch: Side | null;
}

export type Unrated = "machines" | "alone" | "position" | "player" | "time" | "assisted" | "name" | "short";

/** The states of a room: a seat is free, the game goes on, stands still, or has ended. */
export type State = "waiting" | "playing" | "paused" | "over";

/** A game that is being played on the server, as its reader sees it. */
export interface Room {
  id: string;
  /** Grows with every change; a message with a lower one is out of date. */
  version: number;
  game: string;
  /** The position text it began with; null for the usual one. */
  start: string | null;
  moves: string[];
  /** The side that made each move, which may be the same several times; left out in lists of rooms. */
  movers: Side[];
  /** Seconds that each move took. */
  seconds: number[];
  seats: [Seat, Seat];
  state: State;
  end: End | null;
  clock: Clock | null;
  /** The least time between two moves of machines, in seconds. */
  pause: number;
  offers: Offers;
  /** True if others find the room, to watch. */
  public: boolean;
  /** True if the reader made the room and may let seats go, pause and step. */
  yours: boolean;
  /** Why the game does not count for ratings; null if it does. */
  unrated: Unrated | null;
  /** The room in which the game is played again, if there is one. */
  rematch: string | null;
  spectators: number;
  /** The nicknames of spectators who have one, in their order; the first `MOST_NAMED` of them. */
  watching: string[];
  created: string;
}

/** A seat that is asked for: for the client, a friend by invitation, or a player of the server. */
export interface SeatRequest {
  kind: "me" | "friend" | "engine";
  /** The spec of an engine. */
  player?: string | null;
  name?: string | null;
}

/** A room that is to be made; public: whether others find it, to watch. */
export interface RoomRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  seats: [SeatRequest, SeatRequest];
  /** `5m+3s`, as the command line has it; null for none. */
  clock?: string | null;
  /** The budget of an engine for a move: `1s`, or nodes, or depth. */
  budget?: Budget | null;
  pause?: number | null;
  public?: boolean;
}

/** A room, and for each seat that is kept for a friend the token that takes it. */
export interface RoomCreated {
  room: Room;
  /** For each seat that is kept for a friend the token that takes it, else null. */
  invitations: [string | null, string | null];
}

/** The invitation to a seat. */
export interface SeatToken {
  side: Side;
  token: string;
}

/** A move; ply: the number of moves played before it. */
export interface MoveRequest {
  ply: number;
  move: string;
}

/** Play a move; ply: the number of moves played before it. */
export interface MoveCommand {
  type: "move";
  id?: number;
  ply: number;
  move: string;
}

/** A command that needs no more than its name. */
export interface PlainCommand {
  type: "takeback" | "draw" | "resign" | "rematch" | "pause" | "play" | "step" | "refuse" | "claim" | "ping";
  id?: number;
}

/** Ask what a player of the server would play. */
export interface HintCommand {
  type: "hint";
  id?: number;
  ply: number;
  budget?: Budget | null;
}

/** Let a seat go. */
export interface ReleaseCommand {
  type: "release";
  id?: number;
  side: Side;
}

/** Set the least time between two moves of machines. */
export interface SetPauseCommand {
  type: "set_pause";
  id?: number;
  seconds: number;
}

export type Emote = "hello" | "thanks" | "good_game" | "well_played" | "oops" | "thinking";

/** Say something to the other player: a text or a sign. */
export interface ChatCommand {
  type: "chat";
  id?: number;
  text?: string | null;
  emote?: Emote | null;
}

export type RoomCommand = MoveCommand | PlainCommand | HintCommand | ReleaseCommand | SetPauseCommand | ChatCommand;

/** The whole room, over its WebSocket: at first, and after anything but a plain move. */
export interface WholeRoomMessage {
  type: "room";
  room: Room;
  scene: Scene;
}

/** A move that was played. */
export interface MoveMessage {
  type: "move";
  version: number;
  ply: number;
  move: string;
  seconds: number;
  scene: Scene;
  clock: Clock | null;
  state: State;
  end: End | null;
  offers: Offers;
}

/** The people who are connected. */
export interface PresenceMessage {
  type: "presence";
  version: number;
  connected: [boolean, boolean];
  /** Seconds that the person of each side has been away. */
  away: [number | null, number | null];
  spectators: number;
  watching: string[];
}

/** A thought of an engine in the room. */
export interface ThoughtMessage {
  type: "thought";
  thought: Thought;
}

/** The answer to `hint`. */
export interface HintMessage {
  type: "hint";
  id: number;
  thought: Thought;
}

/** A message between the players, which only they get; number: counts those of a room. */
export interface ChatMessage {
  type: "chat";
  number: number;
  side: Side;
  text: string | null;
  emote: Emote | null;
}

/** A command was carried out; invitation: of `release`, the token that takes the seat. */
export interface DoneMessage {
  type: "done";
  id: number;
  invitation: string | null;
}

export type EngineState = "queued" | "preparing" | "thinking";

/** An engine is about to think: it waits for a free process, its code is compiled, or it thinks. */
export interface EngineMessage {
  type: "engine";
  side: Side;
  state: EngineState;
}

/** A command, or a message that is none, was refused. */
export interface ErrorMessage {
  type: "error";
  id: number | null;
  code: string;
  message: string;
}

export type RoomMessage = WholeRoomMessage | MoveMessage | PresenceMessage | EngineMessage | ThoughtMessage | HintMessage | ChatMessage | DoneMessage | ErrorMessage;

/** A parameter of a game or a player; words: those that it may be, if these are all. */
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

/**
 * A form of a game that people know: values of its parameters, those of the usual form written out. label: a
 * text, or the key of one of the game's messages without `preset.`, with counts for its placeholders; empty
 * where the values say enough.
 */
export interface Preset {
  /** Values of its parameters, those of the usual form written out. */
  values: Record<string, string>;
  label: string;
  /** For the placeholders of that message. */
  counts: Record<string, number | string>;
}

/** A game; summary: the first line of its rules; colours, style: how its usual form looks. */
export interface GameInfo {
  name: string;
  /** The first line of its rules. */
  summary: string;
  sides: [string, string];
  /** The look of its usual form. */
  colours: [Colour, Colour];
  style: Style;
  parameters: Parameter[];
  /** The usual form first; none of a game that has but one form. */
  presets: Preset[];
  /** Values of its parameters that people have unless they choose others. */
  usual: Record<string, string>;
  /** The places of its pieces: square or hexagonal cells, or points and lines. */
  board: "squares" | "hexes" | "lines";
  /** Minutes that a game takes; 0 if nobody has said. */
  minutes: number;
  /** From easy to deep; 0 if nobody has said. */
  difficulty: 0 | 1 | 2 | 3;
  /** The number of games begun here lately, added to a guess at how well known it is. */
  popularity: number;
}

/** A player of the server. */
export interface PlayerInfo {
  name: string;
  help: string;
  parameters: Parameter[];
}

/** An example: moves from the start, the positions, and what is to be seen in each, in English. */
export interface Example {
  moves: string[];
  scenes: Scene[];
  remarks: string[];
}

/** The rules of a game as safe HTML. */
export interface Rules {
  game: string;
  /** Safe HTML. */
  html: string;
  /** An example. */
  example: Example;
}

/** The words of a game; empty where it brings none. messages: by key, with texts for plural forms. */
export interface GameWords {
  name: string;
  line: string;
  /** The rules in short, sentence by sentence. */
  rules: string[];
  /** The parameters that people have unless they choose others, which a title leaves out. */
  usual: Record<string, string>;
  /** Its own texts by the keys of the page, such as `param.size`. */
  messages: Record<string, string | Record<string, string>>;
}

/** The words of all games, by name; shared: of sides and players, whose names mean the same in all. */
export interface AllWords {
  games: Record<string, GameWords>;
  shared: Record<string, string | Record<string, string>>;
}

/** The rating of a person in a game. */
export interface GameRating {
  game: string;
  rating: number;
  /** Half of the interval that holds the true rating with 95 %. */
  deviation: number;
  wins: number;
  draws: number;
  losses: number;
  /** The spec of the character that is of the same strength. */
  player: string;
}

/** The person that a client is a browser of. */
export interface Me {
  /** The nickname; null for a guest, whose games are not rated. */
  name: string | null;
  /** True if there is a key that takes the person along. */
  has_key: boolean;
  ratings: GameRating[];
  /** The rating in the puzzles of each game of which one was tried. */
  puzzles: Record<string, number>;
}

/** A nickname that is wanted. */
export interface NameRequest {
  name: string;
}

/** The key that takes a person along; it is shown this once. */
export interface Key {
  key: string;
}

/** The key of a person. */
export interface KeyRequest {
  key: string;
}

/** A rated game of the client's person. */
export interface PlayedGame {
  room: string;
  side: Side;
  game: string;
  /** A nickname, or the spec of a character. */
  opponent: string;
  engine: boolean;
  /** 1 for a win, 0.5 for a draw, 0 for a loss. */
  score: number;
  before: number;
  after: number;
  played: string;
}

/** An opponent for people. key: of its name and its line on the page. */
export interface Character {
  key: string;
  /** The spec of the player. */
  player: string;
  rating: number;
  /** The moves that it makes without a search. */
  taste: "any" | "captures" | "quiet" | "near";
  /** The share of moves that it makes without a search. */
  slips: number;
  /** The most positions that it looks at for a move; null for no limit. */
  nodes: number | null;
  /** The effect of sharp moves in the game. */
  manner: "captures" | "threats" | "none";
}

/** A game that has puzzles, by its name, or a theme of its puzzles, and how many there are. */
export interface PuzzleCount {
  game: string;
  theme: string | null;
  count: number;
}

/** A puzzle as it is asked: the position with its legal moves, and not the answer. */
export interface PuzzleTask {
  number: number;
  /** The spec of the game. */
  game: string;
  /** The moves to the position, from the start. */
  moves: string[];
  scene: Scene;
  /** The number of moves that are asked for; the opponent answers in between. */
  asked: number;
  rating: number;
  /** The proof: results that are certain, or a deep search. */
  proof: "exact" | "deep";
  /** Themes such as `sacrifice`; the page shows them when the puzzle is solved. */
  themes: string[];
}

/** An answer to a puzzle; null to be shown the solution. */
export interface PuzzleTry {
  move: string | null;
  found?: number;
}

/** A question for a hint. whole: for the move itself, not only for where it is. */
export interface PuzzleHintRequest {
  found?: number;
  whole?: boolean;
}

/** A hint; with one a puzzle counts as not solved. */
export interface PuzzleHint {
  /** The cell where the best move begins or, if that says all, some with it among them; none for a word. */
  cells: number[];
  /** The move where it is asked for, or has no cell to point to; else null. */
  move: string | null;
  /** The ratings as of an answer. */
  before: number | null;
  after: number | null;
}

/** The result of an answer. */
export interface PuzzleResult {
  right: boolean;
  /**
   * True if this settled the puzzle for the client: its first answer that is wrong, or finds the last move. A
   * right answer in between settles nothing, and a hint or an answer before leaves nothing to settle.
   */
  counted: boolean;
  /** The opponent's answer to a right move, after which the next one is asked for; else null. */
  reply: string | null;
  /** The best line, beginning with the answer; null while one may try again. */
  line: string[] | null;
  /** The rating of the client's person before and after it; null for guests, and where it did not count. */
  before: number | null;
  after: number | null;
}

/** A text that holds a game. number: which one of several, counted from 0; the first without it. */
export interface ImportRequest {
  text: string;
  game?: string | null;
  number?: number | null;
}

/** A fault in a game: in words, after `ply` good moves, with the text at fault. */
export interface Fault {
  message: string;
  ply: number;
  text: string;
}

export type ShapeColour = "green" | "red" | "blue" | "yellow";

/** A drawing on a position: an arrow from one cell to another, or a circle about one cell. */
export interface DrawnShape {
  /** The numbers of the cells on the board of the game. */
  cells: number[];
  colour: ShapeColour;
}

/**
 * A move of a game with variations, and the note on it; see `nupp.formats.tree`. parent: the number of the
 * node that it follows; -1 of the first one, the start, which has no move.
 */
export interface TreeNode {
  parent: number;
  move: string;
  note: string;
  shapes: DrawnShape[];
}

/** The numbers of variations, whole or from some move on, and of notes that were not kept. */
export interface LeftOut {
  variations: number;
  notes: number;
}

/**
 * A game as it was read; `moves` are those before the fault, if there is one. title: of the game or its
 * event, where the text has one. tree: the moves with variations, notes and drawings; empty if none of these
 * were kept.
 */
export interface Imported {
  game: string;
  start: string | null;
  moves: string[];
  players: [string, string] | null;
  outcome: string | null;
  termination: string | null;
  title: string;
  fault: Fault | null;
  tree: TreeNode[];
  left_out: LeftOut;
}

export type RecordFormat = "json" | "native" | "pdn" | "ggf" | "psq" | "sgf" | "ugi" | "transcript" | "moves";

export type ExportFormat = RecordFormat | "position" | "svg";

/**
 * A format in which games are written down. ending: of its files. trees: whether it holds variations and
 * notes.
 */
export interface FormatInfo {
  name: RecordFormat;
  ending: string;
  about: string;
  /** True if it holds variations and notes. */
  trees: boolean;
}

/** A node of a tree that is to be written down; see `TreeNode`. */
export interface ToldNode {
  parent: number;
  move: string;
  note?: string;
  shapes?: DrawnShape[];
}

/**
 * A game that is to be written down. players: who played. outcome, termination: of a game that did not end by
 * the rules, who won it and why. ply: of the position for a picture or a position text; the last one without
 * it. tree: the game with its variations and notes, of which `moves` are the main line, in a format that
 * holds them.
 */
export interface ExportRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  format: ExportFormat;
  players?: [string, string] | null;
  outcome?: "first" | "second" | "draw" | null;
  termination?: string | null;
  ply?: number | null;
  tree?: ToldNode[] | null;
}

/**
 * The analysis of one move of a game by a player; see `nupp.arena.analysis`. hint: the cells to which a hint
 * at the best move points; none if that begins with a word.
 */
export interface MoveAnalysis {
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
  hint: number[];
}

/** A request to analyse every move of a game; budget: for each position. */
export interface AnalysisRequest {
  game: string;
  position?: string | null;
  moves: string[];
  player?: string;
  budget: Budget;
}

/** A position to be thought about; multipv: how many candidates are wanted. */
export interface ThoughtsRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  player?: string;
  budget: Budget;
  multipv?: number;
}

/** A move of a chapter: what is noted and drawn there. */
export interface StudyNode {
  /** Its number in the chapter; 0 for the start. Numbers are never used again. */
  id: number;
  /** The node that it follows, which stands before it; -1 of the start. */
  parent: number;
  move: string;
  note: string;
  shapes: DrawnShape[];
  /** The version of the study at which note or drawings were last changed. */
  version: number;
}

/** A game of a study: its tree of moves, those that follow the same node in their order. */
export interface Chapter {
  number: number;
  title: string;
  game: string;
  /** The position text it begins with; null for the usual one. */
  start: string | null;
  players: [string, string] | null;
  outcome: string | null;
  termination: string | null;
  nodes: StudyNode[];
  /** The number of the next new node. */
  next: number;
}

/** A position of a study: a chapter and a node of it. */
export interface StudyPlace {
  chapter: number;
  node: number;
}

/** A study as its reader sees it. */
export interface Study {
  id: string;
  /** Grows by one with every edit. */
  version: number;
  title: string;
  /** The nickname of who made it; empty for none. */
  author: string;
  chapters: Chapter[];
  /** True if the reader made it, and may invite editors and delete it. */
  yours: boolean;
  /** True if the reader may edit it. */
  editable: boolean;
  /** True if there is a link that makes editors. */
  invitation: boolean;
  /** The position that an editor presents; null while nobody does. */
  shown: StudyPlace | null;
  /** The number of connections that follow it. */
  readers: number;
}

/** A study in a list. */
export interface StudyGlance {
  id: string;
  title: string;
  author: string;
  yours: boolean;
  changed: string;
}

/** Play moves after a node; those that are there already are followed. */
export interface PlayEdit {
  type: "play";
  id?: number;
  chapter: number;
  parent: number;
  moves: string[];
}

/**
 * Change the note of a node. The last edit of a node counts. base: the version of the node that its editor
 * has seen, so that an edit made meanwhile is noticed.
 */
export interface NoteEdit {
  type: "note";
  id?: number;
  chapter: number;
  node: number;
  note: string;
  base?: number;
}

/** Change the drawings of a node, all at once; base: as of a note. */
export interface DrawEdit {
  type: "draw";
  id?: number;
  chapter: number;
  node: number;
  shapes: DrawnShape[];
  base?: number;
}

/** Make the variation of a node the main one where it branches off, or delete a node and what follows. */
export interface NodeEdit {
  type: "promote" | "remove";
  id?: number;
  chapter: number;
  node: number;
}

/**
 * Add a chapter at the end. nodes: its moves with notes and drawings, the start first; those that follow the
 * same node in order.
 */
export interface AddChapterEdit {
  type: "add_chapter";
  id?: number;
  title: string;
  game: string;
  start?: string | null;
  players?: [string, string] | null;
  outcome?: "first" | "second" | "draw" | null;
  termination?: string | null;
  nodes?: ToldNode[];
}

/** Give a chapter another title. */
export interface RenameChapterEdit {
  type: "rename_chapter";
  id?: number;
  chapter: number;
  title: string;
}

/** Delete a chapter, unless it is the last one. */
export interface RemoveChapterEdit {
  type: "remove_chapter";
  id?: number;
  chapter: number;
}

/** Move a chapter to another place among the chapters, counted from 0. */
export interface MoveChapterEdit {
  type: "move_chapter";
  id?: number;
  chapter: number;
  place: number;
}

/** Give the study another title. */
export interface RenameEdit {
  type: "rename";
  id?: number;
  title: string;
}

export type StudyEdit = PlayEdit | NoteEdit | DrawEdit | NodeEdit | AddChapterEdit | RenameChapterEdit | RemoveChapterEdit | MoveChapterEdit | RenameEdit;

/** Present a position to all who follow; place: null to present none. */
export interface PresentCommand {
  type: "present";
  id?: number;
  place?: StudyPlace | null;
}

/** Ask for a sign of life. */
export interface StudyPing {
  type: "ping";
  id?: number;
}

export type StudyCommand = PlayEdit | NoteEdit | DrawEdit | NodeEdit | AddChapterEdit | RenameChapterEdit | RemoveChapterEdit | MoveChapterEdit | RenameEdit | PresentCommand | StudyPing;

/** Moves were added after a node, the first as the node `first`, the others as those that follow it. */
export interface Played {
  type: "played";
  chapter: number;
  parent: number;
  first: number;
  moves: string[];
}

/** A chapter was added at the end. */
export interface ChapterAdded {
  type: "chapter_added";
  chapter: Chapter;
}

export type StudyChange = Played | ChapterAdded | NoteEdit | DrawEdit | NodeEdit | RenameChapterEdit | RemoveChapterEdit | MoveChapterEdit | RenameEdit;

/** The whole study, over its WebSocket: at first. */
export interface WholeStudyMessage {
  type: "study";
  study: Study;
}

/** An edit was made; yours: by this reader, over whatever connection. */
export interface ChangeMessage {
  type: "change";
  version: number;
  change: StudyChange;
  yours: boolean;
}

/** Another position is presented, or none. */
export interface PresentMessage {
  type: "present";
  shown: StudyPlace | null;
}

/** The number of connections that follow the study. */
export interface ReadersMessage {
  type: "readers";
  readers: number;
}

/** The reader may edit the study from now on, or may not any more. */
export interface RightsMessage {
  type: "rights";
  editable: boolean;
  invitation: boolean;
}

export type StudyMessage = WholeStudyMessage | ChangeMessage | PresentMessage | ReadersMessage | RightsMessage | DoneMessage | ErrorMessage;

/** A study that is to be made, with its first chapters. */
export interface StudyRequest {
  title: string;
  chapters: AddChapterEdit[];
}

/** A text with games, each of which becomes a chapter; game: whose moves they are where it names none. */
export interface StudyImport {
  text: string;
  game?: string | null;
}

/** The chapters that were added, and what could not be read. */
export interface StudyImported {
  chapters: number[];
  faults: string[];
}

/** The invitation that makes an editor. */
export interface StudyToken {
  token: string;
}

/** The token of the only link that makes editors. */
export interface Invited {
  token: string;
}

/** A study as a file of JSON, which can be imported again. */
export interface StudyFile {
  nupp_study: 1;
  title: string;
  author: string;
  chapters: Chapter[];
}

export type ContestSystem = "swiss" | "round_robin";

export type ContestState = "open" | "running" | "over" | "stopped";

/**
 * A tournament that is to be made. rounds: of a Swiss tournament. late: the points for each round before a
 * late entrant came, in a Swiss tournament. no_show: seconds after which a player loses who has not made the
 * first move.
 */
export interface ContestRequest {
  name: string;
  game: string;
  clock: string;
  system?: ContestSystem;
  rounds?: number;
  late?: "zero" | "half";
  no_show?: number;
}

/** Somebody in a tournament; withdrawn: plays no further round. */
export interface Entrant {
  number: number;
  name: string;
  withdrawn: boolean;
  you: boolean;
}

/**
 * A game of a round; without a second player a bye. result: the points of the first player; null while the
 * game goes on.
 */
export interface Pairing {
  round: number;
  first: number;
  second: number | null;
  room: string | null;
  result: number | null;
}

/** The standing of an entrant; games: those that have ended, without byes. */
export interface ContestStanding {
  entrant: number;
  points: number;
  buchholz: number;
  sonneborn_berger: number;
  wins: number;
  games: number;
}

/** A tournament of people, as its reader sees it. */
export interface Contest {
  id: string;
  version: number;
  name: string;
  game: string;
  clock: string;
  system: ContestSystem;
  /** Of a Swiss tournament. */
  rounds: number;
  late: "zero" | "half";
  /** Seconds after which a player loses who has not made the first move. */
  no_show: number;
  state: ContestState;
  /** The round that is played, or was played last; 0 before the first. */
  round: number;
  /** Seconds until the next round begins; null while one is played, and at the end. */
  next_in: number | null;
  entrants: Entrant[];
  pairings: Pairing[];
  /** The best first. */
  standings: ContestStanding[];
  /** True if the reader made it, and may start and stop it. */
  yours: boolean;
  created: string;
}

/** A tournament in a list. */
export interface ContestGlance {
  id: string;
  name: string;
  game: string;
  system: ContestSystem;
  state: ContestState;
  entrants: number;
  yours: boolean;
  created: string;
}

/** A request to join; name: of a guest who has no nickname. */
export interface JoinRequest {
  name?: string | null;
}

/** The result that the maker of a tournament sets for a game that goes on. */
export interface ResultRequest {
  room: string;
  result: number;
}

/** Ask for a sign of life. */
export interface ContestPing {
  type: "ping";
  id?: number;
}

/** The whole tournament, over its WebSocket: at first, and after each change. */
export interface ContestMessage {
  type: "contest";
  contest: Contest;
}

export type ContestAnyMessage = ContestMessage | DoneMessage | ErrorMessage;

export type RecordKind = "alphabeta" | "simulations" | "proof";

/** A search that is to be recorded; rows: the most that are kept. */
export interface RecordingRequest {
  game: string;
  position?: string | null;
  moves?: string[];
  player?: string;
  budget: Budget;
  multipv?: number;
  rows?: number;
}

/**
 * A recorded search, without what its rows state. Rows lie in preorder: a row, then the subtrees of its
 * children.
 */
export interface Recording {
  id: string;
  kind: RecordKind;
  game: string;
  player: string;
  start: string | null;
  /** Those that lead to the position that was searched. */
  moves: string[];
  best: string;
  score_text: string;
  /** Positions visited, or simulations. */
  visited: number;
  seconds: number;
  /** For each row the rows of its subtree, itself included. */
  sizes: number[];
  /** The rows of the principal variation, the root first. */
  main: number[];
  /** Simulations whose course is known, to follow the growth of the tree; 0 of other searches. */
  simulations: number;
  /** The side that wants a yes, of proof-number search. */
  attacker: Side | null;
  settings: Record<string, number>;
}

/** A node of alpha-beta; values are from the view of the side to move at the root. */
export interface AlphaBetaFacts {
  depth: number;
  /** The bounds, null for infinite ones; null for a leaf. */
  window: [string | null, string | null] | null;
  score: number;
  score_text: string;
  cause: "searched" | "cut" | "table" | "probcut" | "leaf" | "final" | "drawn" | "stopped";
  /** The meaning of the score: the value, or the least or the most that it can be. */
  known: "value" | "least" | "most";
  null_window: boolean;
  /** True in quiescence search. */
  quiet: boolean;
  /** True of a search of the same position, by which ProbCut decides. */
  shallow: boolean;
  /** True of a second search of the same move. */
  again: boolean;
  /** Plies by which the move was searched less deep. */
  reduced: number;
  moves: number;
  searched: number;
  nodes: number;
  /** Positions visited below that have no row. */
  hidden: number;
  /** Moves that a cut-off left out. */
  left_out: number;
  /** About how many positions these would have taken. */
  saved: number;
}

/**
 * A node of a Monte-Carlo tree search. mean: the mean result, -1 to 1, from the view of the side to move at
 * the root. proven: a certain one. terms: the addends of the bound by which the move was chosen, and their
 * `sum`, for the side that chooses.
 */
export interface SimulationFacts {
  visits: number;
  mean: number | null;
  proven: 1 | 0 | -1 | null;
  terms: Record<string, number> | null;
}

/** A visit of a proof-number search; null stands for infinity. */
export interface ProofFacts {
  proof: number | null;
  disproof: number | null;
  proof_limit: number | null;
  disproof_limit: number | null;
  /** True if the side to move wants a yes. */
  attacking: boolean;
  moves: number;
  nodes: number;
  stopped: boolean;
}

/** A row of a record; one of the three kinds of facts is there. */
export interface RecordedRow {
  row: number;
  parent: number;
  size: number;
  ply: number;
  /** The move that led here; null of a root, and of a search of the same position. */
  move: string | null;
  mover: Side | null;
  /** True on the principal variation. */
  main: boolean;
  alphabeta: AlphaBetaFacts | null;
  simulations: SimulationFacts | null;
  proof: ProofFacts | null;
}

/** Rows that are wanted; at: as they were after that many simulations. */
export interface RowsRequest {
  rows: number[];
  at?: number | null;
}

/** A search was recorded, under this name. */
export interface RecordedEvent {
  type: "recorded";
  recording: string;
}

/** A move that was played, and the games in which it was, by their results. */
export interface ExploredMove {
  move: string;
  steps: Step[];
  first: number;
  draws: number;
  second: number;
}

/** The moves that were played in a position, the most frequent first; games: all that were counted. */
export interface Explored {
  games: number;
  moves: ExploredMove[];
}

/** A move of certain value. outcome: 1 if the side to move wins by it, 0 for a draw, -1 if it loses. */
export interface SolvedMove {
  move: string;
  steps: Step[];
  outcome: number;
  /** The value for people: `win in 7`. */
  text: string;
}

/** A job that has been begun; its events are at /api/jobs/{job}/events. */
export interface JobCreated {
  job: string;
}

/** The latest thought of the player. */
export interface ThoughtEvent {
  type: "thought";
  thought: Thought;
}

/** A move that was analysed, and the values of the positions before and after it. */
export interface MoveAnalysisEvent {
  type: "move_analysis";
  analysis: MoveAnalysis;
  values: number[];
}

/** The standing of a tournament. */
export interface StandingEvent {
  type: "standing";
  standing: Standing;
}

/** The game of a tournament that is being played, a few moments ago. */
export interface LiveGameEvent {
  type: "live_game";
  number: number;
  first: string;
  second: string;
  start: string | null;
  moves: string[];
}

/** A line that the work has printed. */
export interface TextEvent {
  type: "text";
  line: string;
}

/** The states of a job. */
export type JobState = "running" | "finished" | "stopped" | "failed";

/** The end of a job; nothing comes after it. */
export interface DoneEvent {
  type: "done";
  state: JobState;
  message: string;
  /** Of a failure: one word for programs, such as `memory`; empty where the message alone says it. */
  code: string;
}

export type JobEvent = ThoughtEvent | MoveAnalysisEvent | StandingEvent | LiveGameEvent | RecordedEvent | TextEvent | DoneEvent;

/** The rating of a player with its 95 % interval; score: its points in `games`, all of whole pairs. */
export interface Rating {
  player: string;
  elo: number;
  low: number | null;
  high: number | null;
  score: number;
  games: number;
}

/** A game that has ended. */
export interface LatestGame {
  number: number;
  first: string;
  second: string;
  outcome: string | null;
  plies: number;
  termination: string;
}

/** A tournament as it stands; crosstable: wins, draws and losses of the row's player. */
export interface Standing {
  games: number;
  played: number;
  players: string[];
  /** For each pair [wins, draws, losses] of the row's player; null on the diagonal. */
  crosstable: (([number, number, number] | null)[])[];
  /** The best first; score: the points of `games` games; low and high are null for who has not played. */
  ratings: Rating[];
  latest: LatestGame[];
}

/** A tournament that is to be played; pairing_games: of each pair of players, an even number. */
export interface TournamentRequest {
  game: string;
  players: string[];
  gauntlet?: boolean;
  pairing_games: number;
  budget: Budget;
  openings?: number;
  seed?: number;
}

/** A tournament; its id is that of its job, too. */
export interface Tournament {
  id: string;
  game: string;
  players: string[];
  gauntlet: boolean;
  /** Games of each pair of players. */
  pairing_games: number;
  budget: Budget;
  state: JobState;
  message: string;
  created: string;
  standing: Standing | null;
  yours: boolean;
}

/** A published experiment that can be run again; report, running: where its page and its job are. */
export interface ExperimentInfo {
  name: string;
  title: string;
  source: string;
  /** True if it has been run here, and its report can be opened. */
  report: string | null;
  running: string | null;
  /** True if it runs and the reader has started it, and so may stop it. */
  yours: boolean;
}

/** A request for an experiment: always the quick run, which takes some minutes. */
export interface ExperimentRequest {
  quick?: true;
}
