import { defineConfig } from "vitest/config";

// Unit tests sit beside their file in src/, web/ and examples/; what crosses folders is in test/.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "examples/**/*.test.ts", "web/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
    maxConcurrency: 3,
  },
});
