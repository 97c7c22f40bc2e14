// Costs of test files, as the last ranked run measured them (`npm run test:costs`): the ranking in costs.md
// says what the suite is made of. Files that cost most run first, and those that mostly wait run beside those
// that compute.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export interface TestCost {
  file: string;
  tests: number;
  wallSeconds: number;
  /** Time of the test's process and its ended children; null where the platform does not tell. */
  processorSeconds: number | null;
}

/**
 * Whether this run rewrites the ranking. No more files than cores run at once then, so that a file that
 * computes is not seen to wait.
 */
export const isRanking = process.env.BELLWETHER_RANK_TESTS !== undefined;

export const costsFile = path.join(import.meta.dirname, "costs.md");

const title = `# What the tests cost

Seconds of each test file in the last ranked run, on two cores. \`npm run test:costs\` measures them again.
`;

/** Below this share of processor time a file waits: for another process, a clock, a server that died. */
const waitingShare = 0.5;
const briefSeconds = 5;

/** Tests that mostly wait, and long enough that others can use the time. */
export const isWaiting = ({ wallSeconds, processorSeconds }: TestCost): boolean =>
  processorSeconds !== null && wallSeconds > briefSeconds && processorSeconds < waitingShare * wallSeconds;

/** By file; empty where nothing was ranked. */
export const readCosts = (file = costsFile): Map<string, TestCost> =>
  new Map(existsSync(file) ? parseCosts(readFileSync(file, "utf8")).map((cost) => [cost.file, cost]) : []);

export const parseCosts = (markdown: string): TestCost[] =>
  [...markdown.matchAll(/^\| `(\S+)` \| ([\d.]*) \| ([\d.]+) \| (\d+) \|$/gm)].map(
    ([, file, processor, wall, tests]) => ({
      file: file!,
      tests: Number(tests),
      wallSeconds: Number(wall),
      processorSeconds: processor === "" ? null : Number(processor),
    }),
  );

/** The costliest file first; then sums by folder say what the suite is made of. */
export const costsPage = (costs: readonly TestCost[]): string => {
  const ranked = [...costs].sort((a, b) => spent(b) - spent(a) || a.file.localeCompare(b.file));
  const sums = new Map<string, { files: number; tests: number; seconds: number }>();
  for (const cost of ranked) {
    const folder = cost.file.split("/").slice(0, 2).join("/");
    const sum = sums.get(folder) ?? { files: 0, tests: 0, seconds: 0 };
    sums.set(folder, {
      files: sum.files + 1,
      tests: sum.tests + cost.tests,
      seconds: sum.seconds + spent(cost),
    });
  }
  const folders = [...sums]
    .sort(([, a], [, b]) => b.seconds - a.seconds)
    .map(
      ([folder, { files, tests, seconds }]) =>
        `| ${folder} | ${Math.round(seconds)} | ${files} | ${tests} |\n`,
    );
  const files = ranked.map(
    ({ file, processorSeconds, wallSeconds, tests }) =>
      `| \`${file}\` | ${processorSeconds?.toFixed(1) ?? ""} | ${wallSeconds.toFixed(1)} | ${tests} |\n`,
  );
  const total = ranked.reduce((sum, cost) => sum + spent(cost), 0);
  return `${title}
${ranked.length} files spend ${Math.round(total / 60)} processor minutes.

## By folder

| folder | processor seconds | files | tests |
|---|--:|--:|--:|
${folders.join("")}
## By file

| file | processor seconds | wall seconds | tests |
|---|--:|--:|--:|
${files.join("")}`;
};

const spent = ({ processorSeconds, wallSeconds }: TestCost): number => processorSeconds ?? wallSeconds;
