// A study as a page follows it: its chapters, what is presented, and the edits that the reader makes.

import { Session } from "../analysis/session.svelte";
import { addLine, node, ROOT } from "../analysis/tree";
import { messageOf } from "../lib/errors";
import { type Command, type Connection, Link, openSocket, Refused } from "../lib/link";
import type {
  Chapter,
  DrawnShape,
  Study,
  StudyChange,
  StudyCommand,
  StudyMessage,
  StudyPlace,
} from "../lib/types";
import { changed, isTreeChange, nearest, type TreeChange, treeOfChapter } from "./chapters";

type Edit = Command<StudyCommand>;

/** A text or a drawing of the reader's that another editor replaced without having seen it. */
export interface Replaced {
  chapter: number;
  node: number;
  note: string;
}

/** A chapter that is looked at; what is changed in it is asked of the study, and comes back from there. */
export class ChapterSession extends Session {
  readonly number: number;
  title = $state("");
  readonly #study: StudySession;
  /** The version at which each node was changed last, and at which the reader has changed it. */
  #versions = new Map<number, number>();
  readonly #mine = new Map<number, number>();

  constructor(chapter: Chapter, study: StudySession) {
    const { game, start, players, outcome, termination } = chapter;
    super({ game, start, players, outcome, termination, moves: [], fault: null });
    this.number = chapter.number;
    this.#study = study;
    this.load(chapter);
  }

  /** Take over the chapter as the server has it. */
  load(chapter: Chapter): void {
    const before = this.tree;
    this.title = chapter.title;
    this.#versions = new Map(chapter.nodes.map(({ id, version }) => [id, version]));
    this.tree = treeOfChapter(chapter);
    this.follow(nearest(before, this.tree, this.here));
  }

  /** Show a node without having gone there oneself. */
  follow(id: number): void {
    super.go(this.tree.nodes.has(id) ? id : ROOT);
  }

  override go(id: number): void {
    super.go(id);
    this.#study.moved();
  }

  /** Make a change that has come from the server. */
  change(change: TreeChange, version: number, yours: boolean): void {
    const before = this.tree;
    if (change.type === "note" || change.type === "draw") this.#heed(change, version, yours);
    this.tree = changed(before, change);
    this.follow(nearest(before, this.tree, this.here));
  }

  /** Keep the reader's own note if somebody has replaced it without having seen it. */
  #heed(change: Extract<TreeChange, { type: "note" | "draw" }>, version: number, yours: boolean): void {
    const mine = this.#mine.get(change.node) ?? 0;
    const { note } = node(this.tree, change.node);
    if (!yours && change.type === "note" && mine > (change.base ?? 0) && note && note !== change.note) {
      this.#study.replaced = { chapter: this.number, node: change.node, note };
    }
    this.#versions.set(change.node, version);
    if (yours) this.#mine.set(change.node, version);
  }

  override play(moves: readonly string[]): void {
    void this.#play([...moves]);
  }

  async #play(moves: string[]): Promise<void> {
    const from = this.here;
    if (addLine(this.tree, from, moves).tree.next === this.tree.next) {
      return this.go(addLine(this.tree, from, moves).id);
    }
    const made = await this.#study.edit({ type: "play", chapter: this.number, parent: from, moves });
    if (made && this.tree.nodes.has(from)) this.go(addLine(this.tree, from, moves).id);
  }

  override remove(): void {
    void this.#study.edit({ type: "remove", chapter: this.number, node: this.here });
  }

  override promote(): void {
    void this.#study.edit({ type: "promote", chapter: this.number, node: this.here });
  }

  override note(text: string, at = this.here): void {
    const base = this.#versions.get(at) ?? 0;
    void this.#study.edit({ type: "note", chapter: this.number, node: at, note: plain(text), base });
  }

  override draw(shapes: readonly DrawnShape[]): void {
    const base = this.#versions.get(this.here) ?? 0;
    void this.#study.edit({
      type: "draw",
      chapter: this.number,
      node: this.here,
      shapes: [...shapes],
      base,
    });
  }
}

/** A text on one line, without what turns the direction of text around, which the server would refuse. */
export const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();

export class StudySession {
  /** What is known of the study besides its chapters. */
  study = $state.raw<Omit<Study, "chapters"> | null>(null);
  chapters = $state.raw<readonly ChapterSession[]>([]);
  /** The number of the chapter that is shown. */
  open = $state(0);
  connection = $state<Connection>("connecting");
  /** Whether the reader is taken along to what is presented. */
  following = $state(true);
  /** Whether the reader presents where they are. */
  presenting = $state(false);
  trouble = $state("");
  replaced = $state.raw<Replaced | null>(null);

  readonly #link: Link<StudyCommand, StudyMessage>;
  readonly #refused: () => void;

  /** refused: told when a move was not accepted, so that the board may forget it. */
  constructor(id: string, refused: () => void) {
    this.#refused = refused;
    this.#link = new Link(
      {
        hear: (message) => this.#hear(message),
        connection: (state) => {
          this.connection = state;
        },
        waits: () => false,
      },
      { open: () => openSocket(`/api/studies/${encodeURIComponent(id)}/live`) },
    );
  }

  /** The chapter that is shown. */
  get chapter(): ChapterSession | null {
    return this.chapters.find((one) => one.number === this.open) ?? this.chapters[0] ?? null;
  }

  get editable(): boolean {
    return this.study?.editable ?? false;
  }

  close(): void {
    this.#link.close();
  }

  hurry(): void {
    this.#link.hurry();
  }

  /** Make an edit; whether it was made. */
  async edit(edit: Edit): Promise<boolean> {
    try {
      await this.#link.send(edit);
      this.trouble = "";
      return true;
    } catch (error) {
      this.trouble = messageOf(error);
      this.#refused();
      return false;
    }
  }

  /** Show a chapter. */
  choose(number: number): void {
    this.open = number;
    this.moved();
  }

  /** Tell that the reader has gone somewhere by themselves. */
  moved(): void {
    if (this.presenting) this.#present();
    else if (this.study?.shown) this.following = false;
  }

  /** Present from now on where the reader is, or not any more. */
  present(on: boolean): void {
    this.presenting = on;
    this.#present();
  }

  #present(): void {
    const { chapter } = this;
    const place = this.presenting && chapter ? { chapter: chapter.number, node: chapter.here } : null;
    if (this.connection === "open") void this.edit({ type: "present", place });
  }

  follow(on: boolean): void {
    this.following = on;
    if (on) this.#come(this.study?.shown ?? null);
  }

  #come(place: StudyPlace | null): void {
    if (!place || !this.following || this.presenting) return;
    const chapter = this.chapters.find((one) => one.number === place.chapter);
    if (!chapter) return;
    this.open = chapter.number;
    chapter.follow(place.node);
  }

  /** Put the note back that another one has replaced. */
  restore(): void {
    const lost = this.replaced;
    this.replaced = null;
    if (lost) this.chapters.find((one) => one.number === lost.chapter)?.note(lost.note, lost.node);
  }

  // ---- what comes --------------------------------------------------------------------------------------

  #hear(message: StudyMessage): void {
    switch (message.type) {
      case "study":
        return this.#enter(message.study);
      case "change":
        return this.#changed(message.change, message.version, message.yours);
      case "present":
        this.#tell({ shown: message.shown });
        return this.#come(message.shown);
      case "readers":
        return this.#tell({ readers: message.readers });
      case "rights":
        if (!message.editable) this.presenting = false;
        return this.#tell({ editable: message.editable, invitation: message.invitation });
      case "done":
        this.#link.answer(message);
        return;
      case "error":
        if (!this.#link.answer(message)) this.trouble = messageOf(new Refused(message.code, message.message));
    }
  }

  #enter({ chapters, ...study }: Study): void {
    this.study = study;
    const known = new Map(this.chapters.map((one) => [one.number, one]));
    this.chapters = chapters.map((one) => {
      const found = known.get(one.number);
      found?.load(one);
      return found ?? new ChapterSession(one, this);
    });
    this.#link.greet();
    if (this.presenting) this.#present();
    else this.#come(study.shown);
  }

  #tell(known: Partial<Omit<Study, "chapters">>): void {
    if (this.study) this.study = { ...this.study, ...known };
  }

  #changed(change: StudyChange, version: number, yours: boolean): void {
    this.#tell({ version });
    if (isTreeChange(change)) {
      this.chapters.find((one) => one.number === change.chapter)?.change(change, version, yours);
      return;
    }
    switch (change.type) {
      case "rename":
        return this.#tell({ title: change.title });
      case "chapter_added":
        this.chapters = [...this.chapters, new ChapterSession(change.chapter, this)];
        if (yours) this.choose(change.chapter.number);
        return;
      case "rename_chapter": {
        const found = this.chapters.find((one) => one.number === change.chapter);
        if (found) found.title = change.title;
        return;
      }
      case "remove_chapter":
        this.chapters = this.chapters.filter((one) => one.number !== change.chapter);
        return;
      case "move_chapter":
        this.chapters = moved(this.chapters, change.chapter, change.place);
    }
  }
}

/** Chapters with one of them at another place. */
export function moved<T extends { number: number }>(
  chapters: readonly T[],
  number: number,
  place: number,
): T[] {
  const found = chapters.filter((one) => one.number === number);
  const others = chapters.filter((one) => one.number !== number);
  return [...others.slice(0, place), ...found, ...others.slice(place)];
}
