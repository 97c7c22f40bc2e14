import { expect, test } from "vitest";
import type { StorageFile } from "../../connection/storage/storage.js";
import { arrivalsOf, compareFiles, type ReadFile } from "./bucket-arrivals.js";

const now = 1_000;
const listed = (name: string, tag: string, modifiedMs: number): StorageFile => ({
  name,
  tag,
  bytes: 5,
  modifiedMs,
});
const read = (name: string, tag: string, arrivedAt: number, sha256 = tag): ReadFile => ({
  ...listed(name, tag, arrivedAt),
  sha256,
  arrivedAt,
});
/** `hashes`: of files whose bytes are not told by their tag. */
const after = (
  before: ReadFile[],
  files: StorageFile[],
  hashes: Record<string, string> = {},
  through = 0,
) => {
  const compared = compareFiles(before, files);
  const others = compared.other.map((file) => ({ ...file, sha256: hashes[file.tag] ?? file.tag }));
  const made = arrivalsOf(compared, others, before, { through, now });
  return {
    files: Object.fromEntries(made.files.map(({ name, arrivedAt }) => [name, arrivedAt])),
    replaced: Object.fromEntries(made.replaced.map(({ name, replacedAt }) => [name, replacedAt])),
    through: made.through,
  };
};

test("files arrive when they were written, each at a moment of its own and none in the future", () => {
  const files = [listed("a", "1", 100), listed("b", "2", 100), listed("c", "3", 5_000)];
  expect(after([], files)).toEqual({ files: { a: 100, b: 101, c: 1_000 }, replaced: {}, through: 1_000 });
});

test("a file that shows late has come after those that were read", () => {
  const before = [read("a", "1", 500)];
  expect(after(before, [listed("late", "2", 200), listed("a", "1", 500)])).toEqual({
    files: { a: 500, late: 501 },
    replaced: {},
    through: 501,
  });
});

test("an object with another tag replaces the one before, and a deleted one ends now", () => {
  const before = [read("a", "1", 100), read("b", "2", 200)];
  expect(after(before, [listed("a", "9", 700)])).toEqual({
    files: { a: 700 },
    replaced: { a: 700, b: 1_000 },
    through: 1_000,
  });
});

test("an object that was written again with the same bytes has not changed", () => {
  const before = [read("a", "1", 100)];
  expect(after(before, [listed("a", "9", 700)], { 9: "1" })).toEqual({
    files: { a: 100 },
    replaced: {},
    through: 100,
  });
});

test("nothing arrives before what an earlier build knew", () => {
  expect(after([], [listed("a", "1", 100)], {}, 800)).toEqual({
    files: { a: 801 },
    replaced: {},
    through: 801,
  });
});
