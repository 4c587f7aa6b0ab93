// The addresses of pages, which stand behind the `#`: `#/room/ID?seat=TOKEN`.

import type { PageName } from "../pages";
import { Observed } from "./observed";

export interface Route {
  /** The name of a page, if there is such a one. */
  page: string;
  /** What the page shows: a game's spec, or the name of a room, a tournament or a study; may be empty. */
  id: string;
  query: URLSearchParams;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The route that an address stands for. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [name = "", id = ""] = path.split(/\/(.*)/s);
  return { page: name || "lobby", id: decode(id), query: new URLSearchParams(query) };
}

/** The characters of specs stay as they are: they mean nothing behind a `#`. */
const readable = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|3D|2C|28|29|2F)/g, (code) => decodeURIComponent(code));

/** The address of a page; values of the query that are empty or null are left out. */
export function href(
  page: PageName,
  id = "",
  query: Readonly<Record<string, string | number | null>> = {},
): string {
  const path = page === "lobby" ? "#/" : `#/${page}${id && `/${readable(id)}`}`;
  const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== "");
  const text = pairs.map(([key, value]) => `${key}=${readable(String(value))}`).join("&");
  return text ? `${path}?${text}` : path;
}

const current = new Observed<Route>(parseRoute(typeof location === "undefined" ? "" : location.hash));

/** Where the reader is. */
export function route(): Route {
  return current.value;
}

/** Follow the address bar from now on; returns what ends that. */
export function followAddress(): () => void {
  const follow = () => {
    current.value = parseRoute(location.hash);
  };
  addEventListener("hashchange", follow);
  follow();
  return () => removeEventListener("hashchange", follow);
}

/** Go to an address made by `href`. */
export function go(address: string): void {
  location.hash = address;
}

/** Put another address in place of the present one without a new step in the history, and without a new page. */
export function renameAddress(address: string): void {
  history.replaceState(history.state, "", address);
}
