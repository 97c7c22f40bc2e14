import { defineConfig } from "vitest/config";

// Unit tests sit beside their file in src/, web/ and examples/; what crosses folders is in test/.
const tests = ["src/**/*.test.ts", "examples/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"];
/** What they test does nothing but compute, so they can share a process. */
const pure = [
  "src/domain/**/*.test.ts",
  "src/model/**/*.test.ts",
  "src/words/**/*.test.ts",
  "web/**/*.test.ts",
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    maxConcurrency: 3,
    projects: [
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
      { extends: true, test: { name: "real", include: tests, exclude: pure } },
    ],
  },
});
