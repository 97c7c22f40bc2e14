import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine, type Row } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { patternCounts } from "./compare.js";
import { writeProfiles } from "./fixtures.js";
import { randomPairs } from "./random-pairs.js";

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
  engine.rows(patternCounts((await randomPairs(engine, profiles)).anyTwo));

test("a large file gives about a hundred thousand pairs, whatever the numbers and the order of profiles", async () => {
  const many = await engine.createTable(
    "many",
    sql`
      select p.* replace (
        cast(t.i as integer) as node, left(md5('a' || t.i % 700), 6) as first_name, left(md5('b' || t.i), 8) as last_name)
      from ${await writeProfiles(engine, "one", [{ postcode: "12345" }])} as p, range(3000) as t(i)`,
  );
  const renumbered = await engine.createTable(
    "renumbered",
    sql`select p.* replace (2999 - p.node as node) from ${many} as p order by p.last_name`,
  );
  const patterns = await patternsOf(many);
  expect(patterns.reduce((sum, { pairs }) => sum + Number(pairs), 0)).toBe(3_000 * 40 - (40 * 41) / 2);
  expect(await patternsOf(renumbered)).toEqual(patterns);
});

test("a small file gives at most forty pairs of each profile", async () => {
  const few = await engine.createTable(
    "few",
    sql`
      select p.* replace (cast(t.i as integer) as node, left(md5('a' || t.i), 8) as last_name)
      from ${await writeProfiles(engine, "one", [{ postcode: "12345" }])} as p, range(200) as t(i)`,
  );
  const patterns = await patternsOf(few);
  expect(patterns.reduce((sum, { pairs }) => sum + Number(pairs), 0)).toBe(200 * 40 - (40 * 41) / 2);
});
