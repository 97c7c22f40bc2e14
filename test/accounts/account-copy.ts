// Accounts that tests begin with: made once for a state of the sources, kept as directories, and copied for
// each test file. The data of an account are immutable files, so a copy is as good as the account itself, and
// what a test changes is its own.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "../support/eventually.js";

const root = path.resolve(import.meta.dirname, "../..");
const kept = path.join(root, "dist/accounts");

/** Folders that an account depends on: the program, the shop's generator, and how accounts are made. */
const sources = ["src", "examples", "test/accounts", "test/api", "test/support"];

let hash: string | undefined;
const sourcesHash = (): string => {
  hash ??= createHash("sha256")
    .update(execFileSync("git", ["ls-files", "-s", ...sources], { cwd: root }))
    .update(execFileSync("git", ["diff", "--", ...sources], { cwd: root, maxBuffer: 1 << 28 }))
    .digest("hex")
    .slice(0, 16);
  return hash;
};

/**
 * A copy of the account of this name, and what its maker said of it. `make` fills an empty directory where no
 * run with the same sources has. Whoever calls removes the copy.
 */
export const accountCopy = async <Facts>(
  name: string,
  make: (dataDir: string) => Promise<Facts>,
): Promise<{ dataDir: string; facts: Facts }> => {
  const account = path.join(kept, sourcesHash(), name);
  await madeOnce(account, make);
  const dataDir = await mkdtemp(path.join(tmpdir(), `bellwether-${name}-`));
  await cp(path.join(account, "data"), dataDir, { recursive: true });
  return { dataDir, facts: JSON.parse(await readFile(path.join(account, "facts.json"), "utf8")) };
};

const madeOnce = async (account: string, make: (dataDir: string) => Promise<unknown>): Promise<void> => {
  await mkdir(path.dirname(account), { recursive: true });
  const maker = `${account}.maker`;
  while (!existsSync(account)) {
    if (!(await isFirst(maker))) {
      await eventually(
        "the account is made",
        async () => existsSync(account) || !isAlive(maker) || undefined,
      );
      continue;
    }
    const unfinished = `${account}.${process.pid}`;
    try {
      await mkdir(path.join(unfinished, "data"), { recursive: true });
      const facts = await make(path.join(unfinished, "data"));
      await writeFile(path.join(unfinished, "facts.json"), JSON.stringify(facts));
      await rename(unfinished, account);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
      await rm(maker, { force: true });
    }
    await removeOthers();
  }
};

/** Whether this process makes the account. A maker that died leaves its file, and the next one takes its place. */
const isFirst = async (maker: string): Promise<boolean> => {
  if (existsSync(maker) && !isAlive(maker)) await rm(maker, { force: true });
  return writeFile(maker, String(process.pid), { flag: "wx" }).then(
    () => true,
    () => false,
  );
};

const isAlive = (maker: string): boolean => {
  try {
    return process.kill(Number(readFileSync(maker, "utf8")), 0);
  } catch {
    return false;
  }
};

/** Accounts of other states of the sources. */
const removeOthers = async (): Promise<void> => {
  for (const other of await readdir(kept))
    if (other !== sourcesHash()) await rm(path.join(kept, other), { recursive: true, force: true });
};
