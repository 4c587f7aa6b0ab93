// The requests that the page makes of the server, with the types of what comes back.

import type {
  AllWords,
  Arranged,
  ArrangedRequest,
  Board,
  Budget,
  Character,
  Contest,
  ContestGlance,
  ContestRequest,
  ExperimentInfo,
  Explored,
  ExportFormat,
  FormatInfo,
  GameInfo,
  Imported,
  Invited,
  JobCreated,
  JobEvent,
  Key,
  Me,
  Piece,
  PlayedGame,
  PlayerInfo,
  Problem,
  PuzzleCount,
  PuzzleHint,
  PuzzleHintRequest,
  PuzzleResult,
  PuzzleTask,
  PuzzleTry,
  RecordedRow,
  Recording,
  Room,
  RoomCreated,
  RoomRequest,
  Rules,
  Scene,
  Side,
  SolvedMove,
  Study,
  StudyEdit,
  StudyGlance,
  StudyImported,
  StudyRequest,
  Tournament,
  TournamentRequest,
  TreeNode,
} from "./types";

/** A request that the server refused, or did not get (status 0, code `unreachable`). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** How many of the moves sent were good, where moves were. */
    readonly ply: number | null = null,
    /** The games that a text may belong to, where a text was sent that fits several. */
    readonly games: readonly string[] = [],
  ) {
    super(message);
    this.name = "ApiError";
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function address(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return text ? `/api/${path}?${text}` : `/api/${path}`;
}

async function problemOf(response: Response): Promise<ApiError> {
  try {
    const problem = (await response.json()) as Problem;
    return new ApiError(response.status, problem.code, problem.message, problem.ply ?? null, problem.games);
  } catch {
    return new ApiError(response.status, "http", `${response.status} ${response.statusText}`.trim());
  }
}

async function send(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "unreachable", "the server does not answer");
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function request<T>(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(method, url, body, signal);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const get = <T>(url: string, signal?: AbortSignal): Promise<T> => request<T>("GET", url, undefined, signal);
const post = <T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> =>
  request<T>("POST", address(path), body, signal);

/** Ask once and keep the answer; an answer that failed is asked for again the next time. */
function kept<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key) => {
    const known = answers.get(key);
    if (known) return known;
    const asked = ask(key);
    answers.set(key, asked);
    asked.catch(() => answers.delete(key));
    return asked;
  };
}

const spec = encodeURIComponent;

const allGames = kept(() => get<GameInfo[]>(address("games")));

/** A position: a game, the position text it began with (null: the usual one), and the moves since. */
export interface Line {
  game: string;
  position?: string | null;
  moves: readonly string[];
}

/** What is known of a game besides its moves; outcome: only of one that did not end by the rules. */
export interface Known {
  players: [string, string] | null;
  outcome?: string | null;
  termination?: string | null;
}

/** Moves as a file has them; tree: with variations and notes, in a format that holds them. */
export interface Written extends Line {
  tree?: readonly TreeNode[];
}

export interface PlayedFilter {
  game?: string;
  score?: number;
  room?: string;
  offset?: number;
  limit?: number;
}

export interface RoomFilter {
  mine?: boolean;
  state?: Room["state"];
  game?: string;
  begun?: boolean;
  offset?: number;
  limit?: number;
}

export const api = {
  games: (): Promise<GameInfo[]> => allGames(""),
  words: kept((language) => get<AllWords>(address(`words/${language}`))),
  board: kept((game) => get<Board>(address(`games/${spec(game)}/board`))),
  rules: kept((game) => get<Rules>(address(`games/${spec(game)}/rules`))),
  players: kept((game) => get<PlayerInfo[]>(address(`games/${spec(game)}/players`))),
  pieces: kept((game) => get<Piece[]>(address(`games/${spec(game)}/pieces`))),
  formats: kept((game) => get<FormatInfo[]>(address(`games/${spec(game)}/formats`))),
  /** Have the code of the strong player compiled, before anybody waits for it. */
  prepare: kept((game) => post<null>(`games/${spec(game)}/prepare`, undefined)),
  picture: (game: string): string => address(`games/${spec(game)}/picture.svg`),

  me: (): Promise<Me> => get(address("me")),
  takeName: (name: string): Promise<Me> => post("me", { name }),
  makeKey: (): Promise<Key> => post("me/key", undefined),
  useKey: (key: string): Promise<Me> => post("me/claim", { key }),
  myGames: (filter: PlayedFilter = {}): Promise<PlayedGame[]> => get(address("me/games", { ...filter })),
  /** The characters that play a game, the weakest first. */
  cast: kept((game) => get<Character[]>(address(`games/${spec(game)}/cast`))),

  puzzles: (): Promise<PuzzleCount[]> => get(address("puzzles")),
  puzzleThemes: (game: string): Promise<PuzzleCount[]> => get(address("puzzles/themes", { game })),
  nextPuzzle: (game: string, theme?: string): Promise<PuzzleTask> =>
    get(address("puzzles/next", { game, theme })),
  dailyPuzzle: (): Promise<PuzzleTask> => get(address("puzzles/daily")),
  /** Answer a puzzle; null to be shown the solution. */
  answerPuzzle: (number: number, wanted: PuzzleTry): Promise<PuzzleResult> =>
    post(`puzzles/${number}/answers`, wanted),
  hintPuzzle: (number: number, wanted: PuzzleHintRequest): Promise<PuzzleHint> =>
    post(`puzzles/${number}/hints`, wanted),

  scene: (line: Line, signal?: AbortSignal): Promise<Scene> => post("scene", line, signal),
  scenes: (line: Line, signal?: AbortSignal): Promise<Scene[]> => post("scenes", line, signal),

  /** Set up a position piece by piece. */
  arrange: (wanted: ArrangedRequest, signal?: AbortSignal): Promise<Arranged> =>
    post("arranged", wanted, signal),

  rooms: (filter: RoomFilter = {}, signal?: AbortSignal): Promise<Room[]> =>
    get(address("rooms", { ...filter }), signal),
  /** A game of machines to look at. */
  exhibition: (): Promise<Room> => get(address("exhibition")),
  room: (id: string): Promise<Room> => get(address(`rooms/${spec(id)}`)),
  createRoom: (wanted: RoomRequest): Promise<RoomCreated> => post("rooms", wanted),
  takeSeat: (id: string, side: Side, token: string): Promise<Room> =>
    post(`rooms/${spec(id)}/seats`, { side, token }),
  exported: (id: string, format: ExportFormat, ply?: number): string =>
    address(`rooms/${spec(id)}/export`, { format, ply }),

  importText: (text: string, game?: string): Promise<Imported> =>
    post("import", game ? { text, game } : { text }),
  /** A game as a file; ply: of the position that a picture shows. */
  exportGame: async (line: Written, format: ExportFormat, ply: number, known: Known): Promise<string> => {
    const { players, outcome, termination } = known;
    const told = { ...(players?.every(Boolean) && { players }), ...(outcome && { outcome, termination }) };
    return (await send("POST", address("export"), { ...line, format, ply, ...told })).text();
  },
  analyse: (line: Line, player: string, budget: Budget): Promise<JobCreated> =>
    post("analyses", { ...line, player, budget }),
  think: (line: Line, player: string, budget: Budget, multipv: number): Promise<JobCreated> =>
    post("thoughts", { ...line, player, budget, multipv }),
  /** How a position was played in games that were counted. */
  explore: (line: Line, signal?: AbortSignal): Promise<Explored> => post("explorer", line, signal),
  /** The certain values of moves; none where no solver finds them soon. */
  solved: (line: Line, signal?: AbortSignal): Promise<SolvedMove[]> => post("explorer/values", line, signal),
  /** Have a search recorded; rows: the most that are kept of it. */
  record: (line: Line, player: string, budget: Budget, rows: number): Promise<JobCreated> =>
    post("recordings", { ...line, player, budget, rows }),
  recording: (name: string): Promise<Recording> => get(address(`recordings/${spec(name)}`)),
  /** Rows of a recorded search; at: as they were after some simulations. */
  recordedRows: (name: string, rows: readonly number[], at: number | null): Promise<RecordedRow[]> =>
    post(`recordings/${spec(name)}/rows`, { rows, at }),
  recordedScene: (name: string, row: number): Promise<Scene> =>
    get(address(`recordings/${spec(name)}/rows/${row}/scene`)),
  /** The rows of the line that speaks against a move. */
  refutation: (name: string, move: string): Promise<number[]> =>
    get(address(`recordings/${spec(name)}/refutation`, { move })),
  recordedFile: (name: string): Promise<unknown> => get(address(`recordings/${spec(name)}/file`)),
  stopJob: (job: string): Promise<void> => request("DELETE", address(`jobs/${spec(job)}`)),

  tournaments: (): Promise<Tournament[]> => get(address("tournaments")),
  tournament: (id: string): Promise<Tournament> => get(address(`tournaments/${spec(id)}`)),
  createTournament: (wanted: TournamentRequest): Promise<Tournament> => post("tournaments", wanted),
  resumeTournament: (id: string): Promise<Tournament> => post(`tournaments/${spec(id)}/resume`, {}),
  tournamentGame: (id: string, number: number): Promise<Imported> =>
    get(address(`tournaments/${spec(id)}/games/${number}`)),
  tournamentReport: (id: string): string => address(`tournaments/${spec(id)}/report`),

  contests: (): Promise<ContestGlance[]> => get(address("contests")),
  createContest: (wanted: ContestRequest): Promise<Contest> => post("contests", wanted),
  /** Join a tournament of people; name: of a guest without a nickname. */
  joinContest: (id: string, name: string): Promise<Contest> =>
    post(`contests/${spec(id)}/entrants`, name ? { name } : {}),
  withdraw: (id: string): Promise<Contest> => request("DELETE", address(`contests/${spec(id)}/entrants`)),
  beginRound: (id: string): Promise<Contest> => post(`contests/${spec(id)}/rounds`, undefined),
  setResult: (id: string, room: string, result: number): Promise<Contest> =>
    post(`contests/${spec(id)}/results`, { room, result }),
  stopContest: (id: string): Promise<Contest> => post(`contests/${spec(id)}/stop`, undefined),

  studies: (): Promise<StudyGlance[]> => get(address("studies")),
  createStudy: (wanted: StudyRequest): Promise<Study> => post("studies", wanted),
  deleteStudy: (id: string): Promise<void> => request("DELETE", address(`studies/${spec(id)}`)),
  editStudy: (id: string, edit: StudyEdit): Promise<void> => post(`studies/${spec(id)}/edits`, edit),
  /** Add the games of a text as chapters. */
  importChapters: (id: string, text: string, game?: string): Promise<StudyImported> =>
    post(`studies/${spec(id)}/import`, game ? { text, game } : { text }),
  inviteEditors: (id: string): Promise<Invited> => post(`studies/${spec(id)}/invitation`, undefined),
  becomeEditor: (id: string, token: string): Promise<Study> => post(`studies/${spec(id)}/editors`, { token }),
  dismissEditors: (id: string): Promise<void> => request("DELETE", address(`studies/${spec(id)}/editors`)),
  studyFile: (id: string, format: "study" | "sgf" | "native" | "pdn", chapter?: number): string =>
    address(`studies/${spec(id)}/export`, { format, chapter }),

  experiments: (): Promise<ExperimentInfo[]> => get(address("experiments")),
  runExperiment: (name: string): Promise<JobCreated> => post(`experiments/${spec(name)}`, { quick: true }),
  experimentReport: (name: string): string => address(`experiments/${spec(name)}/report`),
};

/** Watch a job from its first event on; `lost` is told if it cannot be watched. Returns what ends watching. */
export function watchJob(job: string, tell: (event: JobEvent) => void, lost: () => void): () => void {
  const source = new EventSource(address(`jobs/${spec(job)}/events`));
  source.onmessage = (message: MessageEvent<string>) => {
    const event = JSON.parse(message.data) as JobEvent;
    if (event.type === "done") source.close();
    tell(event);
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) lost();
  };
  return () => source.close();
}
