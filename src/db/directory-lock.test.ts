import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDirectory, shareDirectory } from "./directory-lock.js";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bw-lock-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

test("a directory is locked by one service at a time, until it is released", () => {
  const unlock = lockDirectory(dir);
  expect(() => lockDirectory(dir)).toThrow(`Another Bellwether is running on ${dir}`);
  unlock();
  lockDirectory(dir)();
});

test("nodes share a directory with each other, and not with a process that needs it alone", () => {
  const unlocks = [shareDirectory(dir), shareDirectory(dir)];
  expect(() => lockDirectory(dir)).toThrow("is running on");
  for (const unlock of unlocks) unlock();
  const unlock = lockDirectory(dir);
  expect(() => shareDirectory(dir)).toThrow("is running on");
  unlock();
  shareDirectory(dir)();
});

test("an unwritable directory is not reported as in use", () => {
  expect(() => lockDirectory(path.join(dir, "absent"))).toThrow(/unable to open/);
});
