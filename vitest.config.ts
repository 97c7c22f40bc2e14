import { defineConfig } from "vitest/config";
import { hangMs } from "./test/support/eventually.js";

// Unit tests sit beside their file in src/, web/ and examples/; what crosses folders is in test/. Crashes, whole workflows,
// statistical recovery and sweeps over all pages take minutes: their files end in .slow.test.ts (`npm run test:slow`).
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

export default defineConfig({
  test: {
    testTimeout: 2 * hangMs,
    hookTimeout: 2 * hangMs,
    expect: { poll: { timeout: hangMs } },
    pool: "forks",
    maxWorkers: 2,
    maxConcurrency: 3,
    reporters: ["default", "./test/support/flaky-tests.ts", "./test/run/skipped-tests.ts"],
    isolate: false,
    projects: [
      { extends: true, test: { name: "pure", include: pure, exclude: slow } },
      {
        extends: true,
        test: {
          name: "real",
          include: tests,
          exclude: [...pure, ...slow, ...cluster],
          globalSetup: "test/support/faults-table.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          globalSetup: "test/support/faults-table.ts",
          include: [...slow, "test/api/random.test.ts", "test/browser/pages.test.ts"],
          env: { BELLWETHER_REQUESTS: "50000", BELLWETHER_PAGES: "all" },
        },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          globalSetup: "test/cluster/support/install.ts",
          include: cluster,
          maxWorkers: 1,
        },
      },
    ],
  },
});
