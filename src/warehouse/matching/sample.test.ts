import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine, type Row } from "../engine.js";
import type { Relation } from "../sql/sql.js";
import { chancePairs, patternCounts } from "./compare.js";
import { writeProfiles } from "./fixtures.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "sample-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 512, threads: 2, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const patternsOf = async (profiles: Relation): Promise<Row[]> =>
  engine.rows(patternCounts(await chancePairs(engine, profiles)));

test("a small file is sampled as a whole, each pair once", async () => {
  const names = ["ada", "bob", "cleo", "dan"].map((first_name) => ({ first_name }));
  const staged = await writeProfiles(engine, "profile", names);
  expect(await patternsOf(staged)).toEqual([{ pattern: expect.any(Number), pairs: 6 }]);
});
