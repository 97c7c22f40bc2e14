import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import CostliestFirst from "./test/run/costliest-first.js";
import { isRanking, isWaiting, readCosts } from "./test/run/costs.js";
import { type RunOf, selectionOf } from "./test/run/selection.js";
import { hangMs } from "./test/support/eventually.js";

// Unit tests sit beside their file in src/, web/ and examples/; what crosses folders is in test/. Crashes,
// whole workflows, statistical recovery and sweeps over all pages take minutes: their files end in
// .slow.test.ts (`npm run test:slow`).
const tests = ["src/**/*.test.ts", "examples/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"];
/** They start Spark and Sail, which take a gigabyte of packages and minutes (`npm run test:cluster`). */
const cluster = ["test/cluster/**/*.test.ts"];
const slow = ["{src,examples,web,test}/**/*.slow.test.ts"];
/** They compute and touch nothing else, so `npm run watch` runs them on every change. */
const pure = [
  "src/domain/**/*.test.ts",
  "src/model/**/*.test.ts",
  "src/words/**/*.test.ts",
  "web/**/*.test.ts",
];

/**
 * Slow tests that are known to compute. The others mostly wait, and run beside one another, more of them than
 * there are cores.
 */
const computing = [...readCosts().values()]
  .filter((cost) => cost.file.endsWith(".slow.test.ts") && !isWaiting(cost))
  .map(({ file }) => file);
const cores = availableParallelism();
// Tests that compute wait too, for a third of their time.
const atOnce = isRanking
  ? { computing: cores, waiting: cores }
  : { computing: cores + 1, waiting: 2 * cores };

const globalSetup = ["test/run/directory.ts", "test/support/faults-table.ts"];

const { whole, seed, leftOut, reasons } = selectionOf(process.env.BELLWETHER_TESTS as RunOf);
// The configuration is read again for each project.
const isSaid =
  process.env.BELLWETHER_TESTS === undefined || process.env.BELLWETHER_SELECTION_SAID !== undefined;
if (!isSaid) console.log(reasons.join("\n"));
process.env.BELLWETHER_SELECTION_SAID = "yes";

export default defineConfig({
  test: {
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: hangMs } },
    pool: "forks",
    maxWorkers: atOnce.computing,
    maxConcurrency: 3,
    // A worker keeps the modules of all its files, so its memory has a bound of its own.
    isolate: false,
    execArgv: ["--max-old-space-size=2048"],
    setupFiles: "test/run/processor-time.ts",
    reporters: ["default", "./test/run/skipped-tests.ts", "./test/run/cost-reporter.ts"],
    sequence: { sequencer: CostliestFirst },
    env: { BELLWETHER_WHOLE: whole.join(","), BELLWETHER_ROTATING_SEED: String(seed) },
    projects: [
      { extends: true, test: { name: "pure", include: pure, exclude: [...slow, ...leftOut] } },
      {
        extends: true,
        test: {
          name: "real",
          include: tests,
          exclude: [...pure, ...slow, ...cluster, ...leftOut],
          globalSetup,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          globalSetup,
          include: computing,
          exclude: [...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: "waits",
          globalSetup,
          include: slow,
          exclude: [...computing, ...leftOut],
          maxWorkers: atOnce.waiting,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          globalSetup: "test/cluster/support/install.ts",
          include: cluster,
          exclude: [...leftOut],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
