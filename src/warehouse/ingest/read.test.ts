import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { fileReader } from "./read.js";

const dir = mkdtempSync(path.join(tmpdir(), "read-"));
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: dir });
});
afterAll(() => {
  engine.close();
  rmSync(dir, { recursive: true });
});

test("of the malformed rows of all files together the first thousand are kept, and all are counted", async () => {
  const scratch = path.join(dir, "scratch");
  mkdirSync(scratch);
  const row = (i: number) => `${i},2026-01-01${i < 10 ? "" : ",too,wide"}\n`;
  const rows = Array.from({ length: 410 }, (_, i) => row(i));
  const files = [0, 1, 2, 3, 4].map((i) => {
    const file = path.join(dir, `${i}.csv`);
    writeFileSync(file, `id,day\n${rows.join("")}`);
    return { path: file, filename: `${i}.csv`, arrived_at: i };
  });
  const options = { type: "hosted_csv", upload_directory: "orders" } as const;
  const reader = await fileReader(engine, { files, options }, scratch, () => {});
  const { files: read } = await reader.read({});
  expect(read.map(({ malformed }) => malformed.count)).toEqual([400, 400, 400, 400, 400]);
  expect(read.map(({ malformed }) => malformed.shown.length)).toEqual([400, 400, 200, 0, 0]);
});
