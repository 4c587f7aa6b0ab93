import { expect, it } from "vitest";
import { newestOf } from "./newest";

it("does what came last when it is free again, even after a failure", async () => {
  const done: string[] = [];
  const ends: ((fails: boolean) => void)[] = [];
  const come = newestOf(({ name }: { name: string }) => {
    done.push(name);
    return new Promise<void>((resolve, reject) => ends.push((fails) => (fails ? reject() : resolve())));
  });
  const end = async (fails: boolean) => {
    ends.at(-1)?.(fails);
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (const name of ["a", "b", "c"]) come({ name });
  expect(done).toEqual(["a"]);
  await end(true);
  expect(done).toEqual(["a", "c"]);
  await end(false);
  expect(done).toEqual(["a", "c"]);
  come({ name: "d" });
  expect(done).toEqual(["a", "c", "d"]);
});
