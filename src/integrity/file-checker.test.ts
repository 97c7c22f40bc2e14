import { createHash } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FileChecker } from "./file-checker.js";
import { hashDirectory, hashFile } from "./file-hash.js";

let dir: string;
let file: string;
let hashed: string[];
let checker: FileChecker;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bw-checker-"));
  file = path.join(dir, "scores.csv");
  writeFileSync(file, "person_id\n1\n");
  hashed = [];
  checker = new FileChecker((each) => {
    hashed.push(each);
    return hashFile(each);
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

const expected = { bytes: 12, sha256: createHash("sha256").update("person_id\n1\n").digest("hex") };

test("a file is hashed once, and again when it changed", async () => {
  for (let time = 0; time < 3; time++) expect(await checker.faultOf(file, expected)).toBeNull();
  expect(hashed).toHaveLength(1);
  utimesSync(file, 1, 1);
  expect(await checker.faultOf(file, expected)).toBeNull();
  expect(hashed).toHaveLength(2);
});

test("concurrent readers wait for one hash", async () => {
  const faults = await Promise.all(Array.from({ length: 5 }, () => checker.faultOf(file, expected)));
  expect(faults).toEqual([null, null, null, null, null]);
  expect(hashed).toHaveLength(1);
});

test("another byte is found although size and time are as before", async () => {
  expect(await checker.faultOf(file, expected)).toBeNull();
  writeFileSync(file, "person_id\n2\n");
  utimesSync(file, 1, 1);
  expect(await checker.faultOf(file, expected)).toBe("content");
});

test.each([
  ["removed", () => rmSync(file), "missing"],
  ["truncated", () => truncateSync(file, 5), "size"],
  ["longer", () => appendFileSync(file, "2\n"), "size"],
  ["in a directory that is a file", () => writeFileSync(`${dir}x`, ""), "missing"],
] as const)("a file that is %s is not hashed", async (_, alter, fault) => {
  alter();
  const read = fault === "missing" && _ !== "removed" ? path.join(`${dir}x`, "scores.csv") : file;
  expect(await checker.faultOf(read, expected)).toBe(fault);
  expect(hashed).toEqual([]);
  rmSync(`${dir}x`, { force: true });
});

test("a file that was just written is taken at the word of its writer", async () => {
  await checker.trust(file, expected);
  expect(await checker.faultOf(file, expected)).toBeNull();
  expect(hashed).toEqual([]);
  checker.forget(file);
  expect(await checker.faultOf(file, expected)).toBeNull();
  expect(hashed).toHaveLength(1);
});

test("a directory is listed with its nested files", async () => {
  expect(await hashDirectory(dir)).toEqual([{ path: "scores.csv", ...expected }]);
});

test("a link of a file that was verified has its hash, whatever became of its bytes", async () => {
  const result = path.join(dir, "result");
  mkdirSync(result);
  linkSync(file, path.join(result, "linked.csv"));
  copyFileSync(file, path.join(result, "copied.csv"));
  writeFileSync(file, "person_id\n7\n");
  const known = [{ path: file, ...expected }];
  expect(await hashDirectory(result, known)).toEqual([
    { path: "copied.csv", ...expected },
    { path: "linked.csv", ...expected },
  ]);
  expect((await hashDirectory(result))[1]!.sha256).not.toBe(expected.sha256);
});
