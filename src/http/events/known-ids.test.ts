import { expect, test } from "vitest";
import { KnownIds } from "./known-ids.js";

test("the last ids are known, and those long before are forgotten", async () => {
  const ids = new KnownIds(100);
  for (let i = 0; i < 1000; i++) {
    ids.add([String(i)], Promise.resolve());
    await Promise.resolve();
    await Promise.resolve();
  }
  const known = Array.from({ length: 1000 }, (_, i) => ids.find(String(i)) !== undefined);
  expect(known.slice(-100).every((each) => each)).toBe(true);
  expect(known.filter((each) => each).length).toBeLessThanOrEqual(200);
});

test("an id whose event is being written is known by that, and forgotten if it fails", async () => {
  const ids = new KnownIds(100);
  let fail = (_: Error): void => {};
  const written = new Promise<void>((_, reject) => {
    fail = reject;
  });
  ids.add(["a"], written);
  expect(ids.find("a")).toBe(written);
  fail(new Error("disk"));
  await written.catch(() => {});
  expect(ids.find("a")).toBeUndefined();
});
