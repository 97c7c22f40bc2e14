// Packages of the npm registry that tests need and the product does not: at exact versions and without their
// scripts, below the user's cache, where later runs find them.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The directory with their node_modules. Undefined, with a sentence in the log, where the registry is missing. */
export const npmPackages = async (name: string, packages: readonly string[]): Promise<string | undefined> => {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const versions = createHash("sha256").update(packages.join("\n")).digest("hex").slice(0, 12);
  const dir = path.join(cache, "bellwether", name, versions);
  const whole = path.join(dir, "whole");
  if (existsSync(whole)) return dir;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, "package.json"), JSON.stringify({ private: true, type: "module" }));
  try {
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], { cwd: dir });
  } catch (error) {
    console.warn(`Skipped: ${name} needs the npm registry. ${(error as Error).message.slice(0, 300)}`);
    return undefined;
  }
  writeFileSync(whole, "");
  return dir;
};
