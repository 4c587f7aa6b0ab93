// The pages of the app: where each is, what it is called, and under which link of the header it stands.

import type { Component } from "svelte";
import type { PlainKey } from "./lib/i18n";

export interface PageProps {
  /** What the page shows: a game's spec, or the name of a room, a tournament or a study; may be empty. */
  id: string;
  query: URLSearchParams;
}

export interface Page {
  load: () => Promise<{ default: Component<PageProps> }>;
  title: PlainKey;
  /** The page whose link in the header leads here; a page that has a link names itself. Null for none of them. */
  link: string | null;
}

/** The pages by the first word of their addresses; those with links in the order of these. */
export const pages = {
  lobby: { load: () => import("./lobby/Lobby.svelte"), title: "lobby.play", link: "lobby" },
  new: { load: () => import("./lobby/NewGame.svelte"), title: "new.title", link: "lobby" },
  me: { load: () => import("./people/ProfilePage.svelte"), title: "me.title", link: null },
  games: { load: () => import("./people/GamesPage.svelte"), title: "rooms.mine", link: null },
  room: { load: () => import("./room/RoomPage.svelte"), title: "lobby.play", link: "lobby" },
  puzzles: { load: () => import("./puzzles/PuzzlesPage.svelte"), title: "puzzles.title", link: "puzzles" },
  rules: { load: () => import("./rules/RulesPage.svelte"), title: "rules.title", link: "rules" },
  analysis: {
    load: () => import("./analysis/AnalysisPage.svelte"),
    title: "analysis.title",
    link: "analysis",
  },
  glass: { load: () => import("./glass/GlassPage.svelte"), title: "glass.title", link: "analysis" },
  course: { load: () => import("./glass/CoursePage.svelte"), title: "course.title", link: "course" },
  studies: { load: () => import("./studies/StudiesPage.svelte"), title: "studies.title", link: "studies" },
  tournaments: {
    load: () => import("./tournaments/TournamentsPage.svelte"),
    title: "tournaments.title",
    link: "tournaments",
  },
  contests: {
    load: () => import("./contests/ContestsPage.svelte"),
    title: "contests.title",
    link: "tournaments",
  },
  experiments: {
    load: () => import("./experiments/ExperimentsPage.svelte"),
    title: "experiments.title",
    link: "experiments",
  },
} satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** The pages that the header leads to. */
export const linked = (Object.keys(pages) as PageName[]).filter((name) => pages[name].link === name);

/** The page of an address; undefined if there is none. */
export function pageAt(name: string): Page | undefined {
  return Object.hasOwn(pages, name) ? pages[name as PageName] : undefined;
}
