import { expect, test } from "vitest";
import { asOfName, deliveredThen, type FileSource, sourceChanges } from "./replay.js";

const source = (arrivals_through: number, more: Partial<FileSource> = {}): FileSource => ({
  arrivals_through,
  directories: [],
  definitions: {},
  files: {},
  ...more,
});
const file = (built_at: number, arrivals: number, sha256: string) => ({
  built_at,
  sha256,
  source: source(arrivals),
});

test("a replay is compared with the file of the same uploads: an equal one, or the last before the date", () => {
  const then = { at: 50, arrivalsThrough: 30, sha256: "a" };
  const files = [file(60, 30, "c"), file(45, 30, "b"), file(40, 30, "a"), file(35, 20, "a")];
  expect(deliveredThen(files, then)?.built_at).toBe(40);
  expect(deliveredThen(files, { ...then, sha256: "z" })?.built_at).toBe(45);
  expect(deliveredThen(files.slice(0, 1), { ...then, sha256: "z" })?.built_at).toBe(60);
});

test("a file that knows an upload of the date or later, or lacks one of before, is another file", () => {
  const then = { at: 50, arrivalsThrough: 30, sha256: "a" };
  expect(deliveredThen([file(60, 50, "a"), file(20, 20, "a")], then)).toBeNull();
  expect(deliveredThen([], then)).toBeNull();
});

test("a deletion that the file knows came before the date", () => {
  expect(deliveredThen([file(45, 40, "b")], { at: 50, arrivalsThrough: 30, sha256: "a" })?.built_at).toBe(45);
});

test("two sources differ by resource", () => {
  const before = source(1, { definitions: { a: "1", b: "1", c: "1", e: "1" }, files: { c: "x", e: "x" } });
  const now = source(1, { definitions: { a: "2", c: "1", d: "1", e: "1" }, files: { c: "y", e: "x" } });
  expect(sourceChanges(before, now)).toEqual([
    { code: "changed", id: "a" },
    { code: "deleted", id: "b" },
    { code: "files", id: "c" },
    { code: "added", id: "d" },
  ]);
});

test("a file as of a day says so in its name", () => {
  const at = Date.UTC(2026, 2, 1);
  expect(asOfName("scores.csv", at)).toBe("scores-as-of-2026-03-01.csv");
  expect(asOfName("scores.csv.gz", at + 43_200_000)).toBe("scores-as-of-2026-03-01T120000Z.csv.gz");
  expect(asOfName("scores", at)).toBe("scores-as-of-2026-03-01");
});
