// A Python environment of tests: packages from PyPI at exact versions, below the user's cache, where later
// runs find them.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The directory of its programs. Undefined, with a sentence in the log, where python3-venv or PyPI is missing. */
export const pythonEnvironment = async (
  name: string,
  packages: readonly string[],
): Promise<string | undefined> => {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const versions = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 12);
  const dir = path.join(cache, "bellwether", name, versions);
  const whole = path.join(dir, "whole");
  const programs = path.join(dir, "bin");
  if (existsSync(whole)) return programs;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(path.dirname(dir), { recursive: true });
  try {
    await run("python3", ["-m", "venv", dir]);
    await run(path.join(programs, "pip"), ["install", "--quiet", "--no-cache-dir", ...packages]);
  } catch (error) {
    const reason = (error as Error).message.slice(0, 300);
    console.warn(`Skipped: ${name} needs Debian's python3-venv and PyPI. ${reason}`);
    return undefined;
  }
  writeFileSync(whole, "");
  return programs;
};
