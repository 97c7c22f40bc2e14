import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { runStep } from "./step.js";

let root: string;
let file: string;
const columns = 990;
const rows = 200;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "wide-"));
  file = path.join(root, "wide.csv");
  const numbers = Array.from({ length: columns - 3 }, (_, i) => i);
  const lines = Array.from({ length: rows }, (_, row) =>
    [row, `p${row}@example.com`, "2024-01-01", ...numbers.map((i) => i * row)].join(","),
  );
  await writeFile(file, [`id,email,date,${numbers.map((i) => `p${i}`)}`, ...lines, ""].join("\n"));
});
afterAll(() => rm(root, { recursive: true }));

const config: DatasetConfig = {
  identity_sets: { customer: { email: "email" } },
  options: { type: "hosted_csv", upload_directory: "wide" },
  output_to_streams: { orders: { data_map: { datetime: { column_name: "date" } } } },
  output_to_traits: {},
};

const built = async (memoryMb: number): Promise<DatasetResult> => {
  const work = await mkdtemp(path.join(root, "build-"));
  const { result } = await runStep(
    {
      type: "datasets",
      input: { config, files: [{ path: file, filename: "wide.csv", bytes: 1, arrived_at: 1000 }] },
      dir: path.join(work, "out"),
      tempDir: path.join(work, "spill"),
      memoryMb,
      threads: 2,
      now: Date.UTC(2026, 0, 1),
      seed: 1,
    },
    () => {},
  );
  return result as DatasetResult;
};

test("a file of 990 columns is read within half a gigabyte", async () => {
  expect((await built(512)).funnel.total).toBe(rows);
});

test("a build that needs more memory than it has says so, and which setting gives it more", async () => {
  await expect(built(40)).rejects.toMatchObject({
    code: "build-memory-exceeded",
    message: expect.stringMatching(/more memory than its 40 MB.*BELLWETHER_BUILD_MEMORY_MB/),
  });
});
