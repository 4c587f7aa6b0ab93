import { expect, it } from "vitest";
import { Attempt } from "./attempt.svelte";

it("is busy until it has been done", async () => {
  const attempt = new Attempt();
  let finish = () => {};
  const done = attempt.run(() => new Promise((resolve) => (finish = resolve)));
  expect(attempt.busy).toBe(true);
  finish();
  await done;
  expect(attempt.busy).toBe(false);
});

it("says what went wrong, until it is tried again", async () => {
  const attempt = new Attempt();
  await attempt.run(() => Promise.reject(new Error("no such game")));
  expect(attempt).toMatchObject({ busy: false });
  expect(attempt.fault).not.toBe("");
  await attempt.run(async () => {});
  expect(attempt.fault).toBe("");
});
