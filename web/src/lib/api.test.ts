import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, api, watchJob } from "./api";
import type { JobEvent } from "./types";

const answer = (status: number, body: unknown) =>
  vi.fn(async (_url: string, _init?: RequestInit) => new Response(JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

describe("requests", () => {
  it("send JSON and bring back what was answered", async () => {
    const fetched = answer(200, { position: "p" });
    vi.stubGlobal("fetch", fetched);
    expect(await api.scene({ game: "pebbles", moves: ["f5"] })).toEqual({ position: "p" });
    const [url, init] = fetched.mock.calls[0] as [string, RequestInit];
    expect(url).toBe("/api/scene");
    expect(init).toMatchObject({ method: "POST", headers: { "Content-Type": "application/json" } });
    expect(JSON.parse(init.body as string)).toEqual({ game: "pebbles", moves: ["f5"] });
  });

  it("write specs and filters into the address", async () => {
    const fetched = answer(200, []);
    vi.stubGlobal("fetch", fetched);
    await api.players("rows:width=3,height=3");
    await api.rooms({ mine: true, limit: 3 });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      "/api/games/rows%3Awidth%3D3%2Cheight%3D3/players",
      "/api/rooms?mine=true&limit=3",
    ]);
  });

  it("fail as the server says", async () => {
    vi.stubGlobal("fetch", answer(422, { code: "illegal_move", message: "move 3: no", ply: 2 }));
    const failed = await api.scene({ game: "pebbles", moves: [] }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toMatchObject({ status: 422, code: "illegal_move", message: "move 3: no", ply: 2 });
  });

  it("fail in words of their own where the server has none", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    await expect(api.experiments()).rejects.toMatchObject({ code: "http", message: "502 Bad Gateway" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    await expect(api.experiments()).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });

  it("ask once for what does not change, and again after a failure", async () => {
    vi.stubGlobal("fetch", answer(503, { code: "database", message: "locked" }));
    await expect(api.board("plus")).rejects.toMatchObject({ code: "database" });
    const fetched = answer(200, { cells: [] });
    vi.stubGlobal("fetch", fetched);
    await Promise.all([api.board("plus"), api.board("plus"), api.board("cross")]);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});

describe("jobs", () => {
  class Source {
    static readonly CLOSED = 2;
    static last: Source;
    readyState = 1;
    onmessage: ((message: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(readonly url: string) {
      Source.last = this;
    }
    close(): void {
      this.readyState = Source.CLOSED;
    }
  }

  it("are watched to their end", () => {
    vi.stubGlobal("EventSource", Source);
    const told: JobEvent[] = [];
    watchJob(
      "a b",
      (event) => told.push(event),
      () => {},
    );
    expect(Source.last.url).toBe("/api/jobs/a%20b/events");
    Source.last.onmessage?.({ data: '{"type":"text","line":"x"}' });
    expect(Source.last.readyState).toBe(1);
    Source.last.onmessage?.({ data: '{"type":"done","state":"finished","message":""}' });
    expect(told.map((event) => event.type)).toEqual(["text", "done"]);
    expect(Source.last.readyState).toBe(Source.CLOSED);
  });

  it("are lost only when the browser gives up", () => {
    vi.stubGlobal("EventSource", Source);
    const lost = vi.fn();
    const stop = watchJob("a", () => {}, lost);
    Source.last.readyState = 0;
    Source.last.onerror?.();
    expect(lost).not.toHaveBeenCalled();
    stop();
    Source.last.onerror?.();
    expect(lost).toHaveBeenCalledOnce();
  });
});
