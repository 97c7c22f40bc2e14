// Selection of a run: which subjects are whole, and which are a sample. A run for a change
// (`BELLWETHER_TESTS=change`) decides by the difference to the last green commit, the run of the night
// (`nightly`) makes everything whole, and any other leaves no file out and repeats little.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { readCosts, type TestCost } from "./costs.js";
import { type SubjectName, subjectNames, subjects } from "./subjects.js";

export interface Selection {
  whole: readonly SubjectName[];
  /** Rotates with the commits: it chooses the file of a sample, and what is tried in it. */
  seed: number;
  /** Test files that do not run. */
  leftOut: readonly string[];
  /** Lines for the run's output. */
  reasons: readonly string[];
}

/** Facts from which a selection is made. */
export interface Facts {
  files: readonly string[];
  seed: number;
  /** The commit that the difference is to, in words. */
  since: string;
  changed: readonly string[] | null;
  costs: ReadonlyMap<string, TestCost>;
}

export type RunOf = "change" | "nightly" | undefined;

/** All that every test depends on: a change of it makes all subjects whole. */
const everywhere = ["package-lock.json", "vitest.config.ts", "tsconfig", "test/support/", "test/run/"];

/** The subjects that a change of these files touches. */
export const touchedBy = (changed: readonly string[]): SubjectName[] => {
  const files = changed.filter((file) => !file.endsWith(".md"));
  const isBelow = (prefixes: readonly string[]) =>
    files.some((file) => prefixes.some((prefix) => file.startsWith(prefix)));
  return subjectNames.filter((name) => isBelow([...everywhere, ...subjects[name].watches]));
};

/** All files of the subject but one, which the seed chooses. */
export const leftOutOf = (name: SubjectName, files: readonly string[], seed: number): string[] => {
  const own = files.filter((file) => subjects[name].files.some((pattern) => pattern.test(file))).sort();
  return own.filter((_, i) => i !== seed % own.length);
};

/**
 * Processor time that the files of whole subjects may cost in a run for a change, so that no change decides
 * how long its gate takes.
 */
const budgetSeconds = 420;
/** Cost of a file that no run has ranked. */
const unknownSeconds = 40;

/** Files of whole subjects beyond the budget, in an order that rotates with the seed: the night runs them. */
export const beyondBudget = (
  names: readonly SubjectName[],
  files: readonly string[],
  seed: number,
  costs: ReadonlyMap<string, TestCost>,
): string[] => {
  const patterns = names.flatMap((name) => subjects[name].files);
  const turn = (file: string): string => createHash("sha256").update(`${seed} ${file}`).digest("hex");
  const own = files.filter((file) => patterns.some((pattern) => pattern.test(file)));
  const inTurn = own.map((file) => ({ file, turn: turn(file) })).sort((a, b) => (a.turn < b.turn ? -1 : 1));
  let seconds = 0;
  const late = inTurn.filter(({ file }) => {
    seconds += costs.get(file)?.processorSeconds ?? unknownSeconds;
    return seconds > budgetSeconds;
  });
  return late.map(({ file }) => file).sort();
};

/** `changed` is null where no earlier commit is known to be green. */
export const selected = (runOf: RunOf, { files, seed, since, changed, costs }: Facts): Selection => {
  if (runOf !== "change")
    return { whole: runOf === "nightly" ? subjectNames : [], seed, leftOut: [], reasons: [`Seed ${seed}.`] };
  const whole = changed === null ? subjectNames : touchedBy(changed);
  const samples = subjectNames.filter((name) => !whole.includes(name));
  const late = beyondBudget(whole, files, seed, costs);
  const list = (names: readonly string[]) => (names.length === 0 ? "none" : names.join(", "));
  return {
    whole,
    seed,
    leftOut: [...samples.flatMap((name) => leftOutOf(name, files, seed)), ...late],
    reasons: [
      changed === null ? since : `${changed.length} files differ from ${since}.`,
      `Whole subjects: ${list(whole)}. Samples, by seed ${seed}: ${list(samples)}.`,
      ...(late.length === 0
        ? []
        : [`Left to the night, beyond ${budgetSeconds / 60} processor minutes: ${list(late)}.`]),
    ],
  };
};

const root = path.resolve(import.meta.dirname, "../..");
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
const lines = (text: string): string[] => text.split("\n").filter(Boolean);

/** Commits at which `.ci/run` has passed on this machine, oldest first. */
const greenCommits = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"),
  "bellwether/green-commits",
);

/** The present commit; undefined if something is not committed. */
export const cleanCommit = (): string | undefined =>
  git("status", "--porcelain") === "" ? git("rev-parse", "HEAD") : undefined;

/** Remembers that the gate has passed at a commit. */
export const rememberGreen = (commit: string): void => {
  mkdirSync(path.dirname(greenCommits), { recursive: true });
  appendFileSync(greenCommits, `${commit}\n`);
};

const isAncestor = (commit: string): boolean => {
  try {
    git("merge-base", "--is-ancestor", commit, "HEAD");
    return true;
  } catch {
    return false;
  }
};

/**
 * `BELLWETHER_TESTS_SINCE`, or the newest commit that was green here, or the last one of the day before,
 * which the night has tested.
 */
const lastGreen = (): { commit: string; since: string } | undefined => {
  const named = process.env.BELLWETHER_TESTS_SINCE;
  if (named && isAncestor(named)) return { commit: named, since: `${named}, as asked` };
  const known = existsSync(greenCommits) ? lines(readFileSync(greenCommits, "utf8")) : [];
  const green = known.reverse().find(isAncestor);
  if (green !== undefined) return { commit: green, since: `${green.slice(0, 8)}, which was green here` };
  const daySeconds = 86_400;
  const yesterday = Number(git("log", "-1", "--format=%ct")) - daySeconds;
  const commit = git("rev-list", "-1", `--before=${yesterday}`, "HEAD");
  return commit === ""
    ? undefined
    : { commit, since: `${commit.slice(0, 8)}, the last commit before the night` };
};

/** The selection for this checkout. */
export const selectionOf = (runOf: RunOf): Selection => {
  const files = lines(git("ls-files", "-co", "--exclude-standard", "*.test.ts"));
  const seed = Number(process.env.BELLWETHER_SEED ?? git("rev-list", "--count", "HEAD"));
  const green = runOf === "change" ? lastGreen() : undefined;
  const changed = green && [
    ...lines(git("diff", "--name-only", green.commit)),
    ...lines(git("ls-files", "-o", "--exclude-standard")),
  ];
  return selected(runOf, {
    files,
    seed,
    since: green?.since ?? "No earlier commit is known.",
    changed: changed ?? null,
    costs: readCosts(),
  });
};
