import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Measured } from "../../bench/file-to-file/measured.js";

const program = path.resolve("dist/bench/file-to-file.js");

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-bench-test-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** With an empty directory of the system's for temporary files. */
const run = async (...options: string[]) => {
  const env = { ...process.env, TMPDIR: dir };
  const history = path.join(dir, "history");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...options, "--history", history],
    { env },
  );
  const lines = (await readFile(path.join(history, "history.jsonl"), "utf8")).trimEnd().split("\n");
  return {
    stdout,
    measured: lines.map((line) => JSON.parse(line) as Measured),
    files: await readdir(history),
  };
};

test("every step is measured, a reference that fails loses nothing else, and all data are removed", async () => {
  const { stdout, measured, files } = await run("--rows", "2000,6000", "--python", "/nowhere/python");
  expect(measured.map(({ customers }) => customers)).toEqual([100, 300]);
  for (const { uses, references, failures, keptModel } of measured) {
    const steps = [
      "upload",
      "dataset",
      "people",
      "stream",
      "cohorts",
      "outcome",
      "scope",
      "target",
      "file to file",
    ];
    expect(Object.keys(uses)).toEqual(
      expect.arrayContaining([...steps, "one more cohort", "one percent more"]),
    );
    expect(Object.keys(references)).toEqual(["COPY", "GROUP BY"]);
    expect(Object.keys(failures)).toEqual(["pandas", "polars"]);
    expect(keptModel).toBe(true);
    const parts = steps.slice(0, -1).reduce((sum, step) => sum + uses[step]!.processorSeconds, 0);
    expect(uses["file to file"]!.processorSeconds).toBeGreaterThan(parts);
  }
  expect(stdout).toContain("growth of P (exponent)");
  expect(stdout).toContain("/nowhere/python cannot import pandas, lightgbm, sklearn.");
  expect(files.filter((file) => file.endsWith(".svg"))).toHaveLength(1);
  expect(await readdir(dir)).toEqual(["history"]);
});

test("only some parts can be measured", async () => {
  const { measured } = await run("--rows", "2000", "--only", "copy");
  expect(measured[0]!.uses).toEqual({});
  expect(Object.keys(measured[0]!.references)).toEqual(["COPY"]);
});
