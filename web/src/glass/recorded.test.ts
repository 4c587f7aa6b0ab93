import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, api } from "../lib/api";
import { Source } from "../lib/fakeEvents";
import type { RecordedRow, Recording } from "../lib/types";
import { Recorded } from "./recorded.svelte";

const shape = (name: string, sizes: number[]): Recording =>
  ({ id: name, sizes, main: [0] }) as unknown as Recording;

/** A server that keeps one record at a time, each of a new name; `lose` forgets it. */
function server(sizes: () => number[] = () => [3, 1, 1]) {
  let made = 0;
  let kept = "";
  const gone = () => new ApiError(404, "not_found", "no record");
  vi.spyOn(api, "record").mockImplementation(async () => {
    made += 1;
    kept = `record ${made}`;
    const name = kept;
    setTimeout(() => {
      const stream = Source.opened.at(-1);
      stream?.tell({ type: "recorded", recording: name });
      stream?.tell({ type: "done", state: "done", message: "", result: "" } as never);
    });
    return { job: `job ${made}` };
  });
  vi.spyOn(api, "recording").mockImplementation(async (name) => shape(name, sizes()));
  vi.spyOn(api, "recordedRows").mockImplementation(async (name, rows) => {
    if (name !== kept) throw gone();
    return rows.map((row) => ({ row }) as RecordedRow);
  });
  return { made: () => made, lose: () => (kept = "") };
}

const searched = async () => {
  const one = new Recorded();
  await one.run({ game: "noughts", position: null, moves: [] }, "alphabeta", { depth: 2 }, 100);
  return one;
};

beforeEach(() => {
  Source.opened = [];
  vi.restoreAllMocks();
  vi.stubGlobal("EventSource", Source);
});

describe("a record that the server has no more", () => {
  it("is made again, once for all that is asked for, and nothing changes", async () => {
    const { made, lose } = server();
    const one = await searched();
    one.openAll();
    one.selected = 2;
    lose();
    const rows = await Promise.all([one.known(1), one.known(2)]);
    expect(rows.map((row) => row?.row)).toEqual([1, 2]);
    expect([made(), one.fault, one.state, one.selected, one.visible.length]).toEqual([2, "", "ready", 2, 3]);
  });

  it("is shown anew if it comes out another way", async () => {
    let sizes = [3, 1, 1];
    const { lose } = server(() => sizes);
    const one = await searched();
    one.selected = 2;
    lose();
    sizes = [2, 1];
    await one.known(1);
    expect([one.recording?.sizes, one.selected]).toEqual([[2, 1], 0]);
  });

  it("is a fault if it cannot be made again", async () => {
    const { lose } = server();
    const one = await searched();
    lose();
    vi.mocked(api.record).mockRejectedValue(new ApiError(429, "too_many", "too many searches"));
    expect(await one.known(1)).toBeUndefined();
    expect(one.fault).not.toBe("");
  });
});
