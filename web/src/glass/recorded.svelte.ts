// A search that is recorded on the server: how it is asked for, its shape, and the rows that are looked at.

import { ApiError, api, type Line, watchJob } from "../lib/api";
import { faultOf, messageOf } from "../lib/errors";
import { save } from "../lib/exporting";
import { t } from "../lib/i18n";
import type { Budget, JobEvent, RecordedRow, Recording, Scene } from "../lib/types";
import { hasChildren, parentsOf, pathTo, visibleRows } from "./outline";

export type State = "idle" | "queued" | "preparing" | "thinking" | "ready";

/** Rows beyond those in sight that are asked for, so that scrolling finds them there. */
const MARGIN = 60;
/** The most rows that the server answers at once. */
const MOST = 300;

export class Recorded {
  state = $state<State>("idle");
  fault = $state("");
  recording = $state.raw<Recording | null>(null);
  /** The rows that are shown, in order. */
  visible = $state.raw<number[]>([]);
  selected = $state<number | null>(null);
  /** The row whose subtree alone is shown. */
  zoom = $state<number | null>(null);
  /** Simulations after which the tree is shown; null for its end. */
  at = $state<number | null>(null);

  /** The rows of the line that speaks against a move, once somebody has asked. */
  refutation = $state.raw<RecordedRow[]>([]);

  /** Counts up whenever rows have come. */
  news = $state(0);

  #parents = new Int32Array(0);
  #open = new Set<number>();
  #rows = new Map<number, RecordedRow>();
  #scenes = new Map<number, Promise<Scene>>();
  #asked = new Set<number>();
  #unwatch: (() => void) | null = null;
  #job: string | null = null;
  #turn = 0;
  /** The search that was asked for last, and its name on the server. */
  #wanted: Parameters<typeof api.record> | null = null;
  #name = "";
  #remaking: Promise<void> | null = null;

  get busy(): boolean {
    return this.state === "queued" || this.state === "preparing" || this.state === "thinking";
  }

  /** Have a search recorded; fulfilled once its shape is there, or it failed. */
  async run(line: Line, player: string, budget: Budget, rows: number): Promise<void> {
    this.stop();
    this.fault = "";
    this.state = "queued";
    this.#wanted = [line, player, budget, rows];
    const found = await this.#make();
    if (found) this.#take(found);
  }

  /** The shape of the search that is wanted, once it is made; null if it failed or is not wanted any more. */
  async #make(): Promise<Recording | null> {
    const turn = this.#turn;
    if (!this.#wanted) return null;
    try {
      const { job } = await api.record(...this.#wanted);
      if (turn !== this.#turn) {
        void api.stopJob(job).catch(() => {});
        return null;
      }
      this.#job = job;
      const name = await this.#watched(job, turn);
      if (turn !== this.#turn || name === null) return null;
      const found = await api.recording(name);
      this.#name = name;
      return turn === this.#turn ? found : null;
    } catch (error) {
      if (turn === this.#turn) this.#fail(messageOf(error));
      return null;
    }
  }

  /** What the server answers of the record, which is made again if the server has it no more. */
  async #answer<T>(ask: (name: string) => Promise<T>): Promise<T> {
    const rows = this.#rows;
    try {
      return await ask(this.#name);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404) || rows !== this.#rows) throw error;
      this.#remaking ??= this.#remake().finally(() => (this.#remaking = null));
      await this.#remaking;
      return ask(this.#name);
    }
  }

  /** Have the record made again, after a restart of the server, say; nothing changes if it comes out the same. */
  async #remake(): Promise<void> {
    const found = await this.#make();
    if (found && String(found.sizes) !== String(this.recording?.sizes)) this.#take(found);
  }

  /** Forget the record, as another search is to be looked at. */
  forget(): void {
    this.recording = null;
    this.selected = null;
    this.stop();
  }

  stop(): void {
    this.#turn += 1;
    this.#unwatch?.();
    this.#unwatch = null;
    if (this.#job) void api.stopJob(this.#job).catch(() => {});
    this.#job = null;
    this.state = this.recording ? "ready" : "idle";
  }

  /** The name of the record, once the job is done; null if it failed. */
  #watched(job: string, turn: number): Promise<string | null> {
    return new Promise((resolve) => {
      let name: string | null = null;
      const hear = (event: JobEvent) => {
        if (turn !== this.#turn) return resolve(null);
        if (event.type === "text" && this.busy) this.state = event.line as State;
        if (event.type === "recorded") name = event.recording;
        if (event.type !== "done") return;
        this.#job = null;
        if (event.state === "failed") this.#fail(faultOf(event));
        resolve(name);
      };
      this.#unwatch = watchJob(job, hear, () => {
        this.#fail(t("error.unreachable"));
        resolve(null);
      });
    });
  }

  #fail(message: string): void {
    this.fault = message;
    this.state = this.recording ? "ready" : "idle";
  }

  /** Show a record, its principal variation open. */
  #take(recording: Recording): void {
    this.recording = recording;
    this.refutation = [];
    this.#parents = parentsOf(recording.sizes);
    this.#rows = new Map();
    this.#scenes = new Map();
    this.#asked = new Set();
    this.#open = new Set(recording.main.slice(0, 1));
    this.zoom = null;
    this.at = null;
    this.selected = recording.main[0] ?? null;
    this.state = "ready";
    this.#lay();
  }

  // ---- what is open ------------------------------------------------------------------------------

  isOpen(row: number): boolean {
    void this.visible; // changes whenever a row is opened or closed
    return row === this.zoom || this.#open.has(row);
  }

  hasChildren(row: number): boolean {
    return this.recording !== null && hasChildren(this.recording.sizes, row);
  }

  parentOf(row: number): number {
    return this.#parents[row] ?? -1;
  }

  path(row: number): number[] {
    return pathTo(this.#parents, row);
  }

  toggle(row: number): void {
    if (this.#open.has(row)) this.#open.delete(row);
    else this.#open.add(row);
    this.#lay();
  }

  openAll(): void {
    const sizes = this.recording?.sizes ?? [];
    this.#open = new Set(sizes.flatMap((size, row) => (size > 1 ? [row] : [])));
    this.#lay();
  }

  closeAll(): void {
    this.#open = new Set();
    this.#lay();
  }

  zoomTo(row: number | null): void {
    this.zoom = row;
    this.#lay();
  }

  /** Open all rows above some, and select the last. */
  reveal(rows: readonly number[]): void {
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) for (const above of this.path(row).slice(0, -1)) this.#open.add(above);
    if (this.zoom !== null && !this.path(last).includes(this.zoom)) this.zoom = null;
    this.selected = last;
    this.#lay();
  }

  /** Select the row that the search came to next, or before. */
  step(by: 1 | -1): void {
    const row = (this.selected ?? -1) + by;
    if (row >= 0 && row < (this.recording?.sizes.length ?? 0)) this.reveal([row]);
  }

  #lay(): void {
    this.visible = visibleRows(this.recording?.sizes ?? [], (row) => this.#open.has(row), this.zoom);
  }

  // ---- what rows state -----------------------------------------------------------------------------

  /** A row, if it is known by now. */
  row(row: number): RecordedRow | undefined {
    void this.news;
    return this.#rows.get(row);
  }

  /** Show the tree as it was after some simulations. */
  growTo(simulations: number | null): void {
    if (simulations === this.at) return;
    this.at = simulations;
    this.#asked = new Set();
    this.news += 1;
  }

  /** Ask for the rows at some places of what is shown, and some beyond. */
  async want(from: number, to: number): Promise<void> {
    const near = this.visible.slice(Math.max(0, from - MARGIN), to + MARGIN);
    await this.#ask(near.filter((row) => !this.#asked.has(row)).slice(0, MOST));
  }

  /** A row, asked for if need be. */
  async known(row: number): Promise<RecordedRow | undefined> {
    if (!this.#asked.has(row)) await this.#ask([row]);
    return this.#rows.get(row);
  }

  async #ask(rows: number[]): Promise<void> {
    const { recording, at } = this;
    if (!recording || rows.length === 0) return;
    for (const row of rows) this.#asked.add(row);
    try {
      const found = await this.#answer((name) => api.recordedRows(name, rows, at));
      if (recording !== this.recording || at !== this.at) return;
      for (const row of found) this.#rows.set(row.row, row);
      this.news += 1;
    } catch (error) {
      for (const row of rows) this.#asked.delete(row);
      if (recording === this.recording) this.fault = messageOf(error);
    }
  }

  scene(row: number): Promise<Scene> {
    const known = this.#scenes.get(row);
    if (known) return known;
    const asked = this.#answer((name) => api.recordedScene(name, row));
    this.#scenes.set(row, asked);
    asked.catch(() => this.#scenes.delete(row));
    return asked;
  }

  /** Open the line that speaks against a move of the root; fulfilled with its rows. */
  async refute(move: string): Promise<number[]> {
    if (!this.recording) return [];
    try {
      const rows = await this.#answer((name) => api.refutation(name, move));
      this.fault = "";
      this.reveal(rows);
      const known = await Promise.all(rows.map((row) => this.known(row)));
      this.refutation = known.filter((row) => row !== undefined);
      return rows;
    } catch (error) {
      this.fault = messageOf(error);
      return [];
    }
  }

  /** Save the record as a file. */
  async save(): Promise<void> {
    try {
      const content = JSON.stringify(await this.#answer((name) => api.recordedFile(name)));
      save("search.json", new Blob([content], { type: "application/json" }));
    } catch (error) {
      this.fault = messageOf(error);
    }
  }
}
