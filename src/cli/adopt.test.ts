import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDb } from "../db/connection.js";
import { lockDirectory } from "../db/directory-lock.js";
import { requirePair } from "../installation/join.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

const directory = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "adopt-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};
const openStore = (dir: string) => openDb({ file: path.join(dir, "bellwether.sqlite") });

/** A new store beside the upload of another. */
const mismatched = async (): Promise<{ dir: string; file: string }> => {
  const dir = await directory();
  const file = path.join("uploads", "a", "orders", "1-a.csv");
  await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
  await writeFile(path.join(dir, file), "a,b\n");
  await (await openStore(dir)).close();
  return { dir, file };
};

const adopt = async (dir: string, args: string[] = [], answer: boolean | null = null) => {
  const { terminal, out, err } = quiet({ BELLWETHER_DATA: dir }, answer);
  return { code: await run(["adopt", ...args], terminal), out: out(), err: err() };
};
const isPair = async (dir: string): Promise<boolean> => {
  const db = await openStore(dir);
  return requirePair({ db, dataDir: dir }, 0).then(
    () => db.close().then(() => true),
    () => db.close().then(() => false),
  );
};

test("without a yes it says what it would move, and changes nothing", async () => {
  const { dir, file } = await mismatched();
  const { code, out } = await adopt(dir);
  expect(code).toBe(0);
  expect(out).toContain("do not belong together");
  expect(out).toContain("1 others (4 bytes), which would move to its trash for 7 days");
  expect(out).toContain("Nothing was changed");
  expect([existsSync(path.join(dir, file)), await isPair(dir)]).toEqual([true, false]);
});

test.each<[string, string[], boolean | null]>([
  ["--yes", ["--yes"], null],
  ["an answer", [], true],
])("with %s the pair is joined, and the strangers wait in the trash", async (_what, args, answer) => {
  const { dir, file } = await mismatched();
  expect(await adopt(dir, args, answer)).toMatchObject({ code: 0, err: "" });
  expect(existsSync(path.join(dir, file))).toBe(false);
  const day = new Date().toISOString().slice(0, 10);
  expect(existsSync(path.join(dir, "trash", day, file))).toBe(true);
  expect(await isPair(dir)).toBe(true);
});

test("it refuses while a service runs on the directory", async () => {
  const { dir } = await mismatched();
  const unlock = lockDirectory(dir);
  expect(await adopt(dir, ["--yes"])).toMatchObject({ err: expect.stringContaining("Another Bellwether") });
  unlock();
});
