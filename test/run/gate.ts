// Gate of a change: checks and tests side by side, so that those that wait leave the cores to those that
// compute. These are as nice as the builds that the others wait for, which would stand back for them otherwise.
// It prints each line as it comes, then one report of all tests, and says how long it took. With `--fast` it
// leaves slow tests out.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setNiceness } from "../../src/builds/execute/niceness.js";
import { buildNiceness } from "../../src/builds/execute/processor-shares.js";
import { cleanCommit, rememberGreen } from "./selection.js";

/** The root of the repository, seen from dist/test/run. */
const root = path.resolve(import.meta.dirname, "../../..");
const reports = path.join(root, "dist/gate");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");

const tests = (name: string, projects: readonly string[]): readonly string[] => [
  ...[process.execPath, vitest, "run", ...projects.flatMap((project) => ["--project", project])],
  ...["--reporter=default", "--reporter=blob", `--outputFile.blob=${path.join(reports, `${name}.json`)}`],
];

const isFast = process.argv.includes("--fast");
const checks = ["npm", "run", "--silent", "check"];
const parts: Readonly<Record<string, readonly string[]>> = isFast
  ? { checks, tests: tests("tests", ["pure", "real"]) }
  : {
      checks,
      computes: tests("computes", ["pure", "real", "slow"]),
      waits: tests("waits", ["waits", "cluster"]),
    };

/** Runs a program whose lines are printed behind its name; true if it succeeds. */
const succeeds = async (name: string, [program, ...args]: readonly string[]): Promise<boolean> => {
  const env = { ...(!isFast && { BELLWETHER_TESTS: "change" }), ...process.env };
  // With a session of its own, because Linux may share the processors among sessions first.
  const child = spawn(program!, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  if (name === "computes") setNiceness(child, buildNiceness);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(child, signal));
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => process.stdout.write(`${name} | ${line}\n`));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
};

/** A program in a session of its own does not hear what a terminal says. */
const stop = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid!, signal);
  } catch {
    // It has ended.
  }
};

/** One report of the tests of all parts, with what was skipped, and the costs. */
const report = (): void => {
  const reporters = ["dot", "./test/run/skipped-tests.ts", "./test/run/cost-reporter.ts"];
  const args = [
    "run",
    `--merge-reports=${reports}`,
    ...reporters.map((reporter) => `--reporter=${reporter}`),
  ];
  spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: "inherit" });
};

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const started = performance.now();
const commit = cleanCommit();
const results = await Promise.all(
  Object.entries(parts).map(async ([name, command]) => ({ name, passed: await succeeds(name, command) })),
);
report();
const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${failed.length === 0 ? "Passed" : `Failed (${failed.join(", ")})`} in ${minutes} minutes.`);
if (failed.length > 0) process.exitCode = 1;
else if (!isFast && commit !== undefined) rememberGreen(commit);
