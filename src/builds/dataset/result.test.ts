import { expect, test } from "vitest";
import { limits } from "../../domain/resource/limits.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import { updatesOf } from "./result.js";

const { is: most } = limits.listedUpdates;
const read = (from: number, files: number) =>
  Array.from({ length: files }, (_, i) => ({ source: { arrived_at: from + i }, rows: 1 }) as FileRead);

test("the newest updates are listed and all are counted, however many builds find them", () => {
  const whole = updatesOf(read(0, 10 * most));
  expect(whole.updates.map(({ datetime }) => datetime)).toEqual(
    Array.from({ length: most }, (_, i) => 9 * most + i),
  );
  let continued = updatesOf(read(0, 1));
  for (let i = 1; i < 10 * most; i++) continued = updatesOf(read(i, 1), continued);
  expect(continued).toEqual(whole);
  expect(whole.update_count).toBe(10 * most);
});
