// Environments of the engines: Spark and Sail from PyPI, each in a virtual environment below the user's cache, where later runs find it.

import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** An exact version of a package. Sail refuses to run beside this Spark, so each has an environment of its own. */
export const spark = "pyspark==4.3.0";
/** Of the tests of lakes: see `lake-spark.ts`. */
export const olderSpark = "pyspark==4.1.4";
export const sail = "pysail==0.7.2";

type Package = typeof spark | typeof olderSpark | typeof sail;

export const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "bellwether",
  "cluster",
);

/** The environment's directory. It is installed if it is missing, which takes minutes. Throws with what to do if it cannot be. */
export const environmentOf = async (pinned: Package): Promise<string> => {
  const dir = path.join(cache, pinned.replace("==", "-"));
  // Programs of an environment name its path, so it is made in its place.
  const whole = path.join(dir, "whole");
  if (existsSync(whole)) return dir;
  requireProgram("python3", ["-m", "venv", "--help"], "Install python3 with venv (Debian: python3-venv).");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  process.stdout.write(`Installing ${pinned} into ${dir}; later runs find it there.\n`);
  await run("python3", ["-m", "venv", dir]);
  await run(path.join(dir, "bin", "pip"), ["install", "--quiet", "--no-cache-dir", pinned]);
  writeFileSync(whole, "");
  return dir;
};

const run = promisify(execFile);

const oldestJava = 17;

/** Throws with what to do. */
export const requireJava = (): void => {
  const said = requireProgram(
    "java",
    ["-version"],
    `Install Java ${oldestJava} or newer, which Spark runs on.`,
  );
  const major = Number(/version "(\d+)/.exec(said)?.[1]);
  if (!(major >= oldestJava))
    throw new Error(`The cluster's tests need Java ${oldestJava} or newer, and java is ${major}.`);
};

/** What the program printed. */
const requireProgram = (program: string, args: string[], advice: string): string => {
  try {
    return execFileSync("sh", ["-c", '"$@" 2>&1', "sh", program, ...args], { encoding: "utf8" });
  } catch {
    throw new Error(`The cluster's tests need ${program}, which does not run here. ${advice}`);
  }
};

/** The installation of Spark within its environment. */
export const sparkHome = async (pinned: Package = spark): Promise<string> => {
  const python = path.join(await environmentOf(pinned), "bin", "python");
  return execFileSync(python, ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"], {
    encoding: "utf8",
  }).trim();
};
