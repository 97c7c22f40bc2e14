import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishDirectory } from "./data-directory.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bw-publish-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const directoryWith = (name: string, file: string): string => {
  const full = path.join(dir, name);
  mkdirSync(path.join(full, "nested"), { recursive: true });
  writeFileSync(path.join(full, file), "bytes");
  return full;
};

test("a directory is moved as a whole to a new place", async () => {
  const to = path.join(dir, "a", "b", "c");
  await publishDirectory(directoryWith("work", "part.parquet"), to);
  expect(readdirSync(to)).toEqual(["nested", "part.parquet"]);
  expect(readdirSync(dir)).toEqual(["a"]);
});

test("an earlier directory at the new place is replaced completely", async () => {
  const to = directoryWith("result", "older.parquet");
  await publishDirectory(directoryWith("work", "part.parquet"), to);
  expect(readdirSync(to)).toEqual(["nested", "part.parquet"]);
});
