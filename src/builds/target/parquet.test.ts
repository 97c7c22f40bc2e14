import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { parquet, sql } from "../../warehouse/sql/sql.js";
import { buildFrom, cohortId, type Pipeline, type TestPerson, writePipeline } from "./fixtures.js";
import { writeParquetFile } from "./parquet.js";

const people: TestPerson[] = [
  {
    person_first_name: "Zoë",
    email: "zoe@example.com",
    postcode: "05401",
    probability: 0.25,
    keys: ["A-7"],
    traits: { tier: "=1+1" },
    isMember: true,
  },
  { person_first_name: "Bo", probability: null, keys: ["B-1"] },
  { person_first_name: 'Cy, the "younger"', probability: 0.75, keys: ["0017"] },
];
const payload = { cohort_ids: [cohortId], attributes: ["tier"] };

let pipeline: Pipeline;
let engine: Engine;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "target-parquet-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  pipeline = await writePipeline(engine, root, people);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const build = (options: object = {}) =>
  buildFrom(pipeline, { payload, human_readable: true, options: { type: "hosted_csv", ...options } });

test("columns have types, and rows the values and the order of the CSV file", async () => {
  const { dir, result } = await build({ format: "parquet" });
  expect(result.file).toBe("scores.parquet");
  const rows = await engine.rows(sql`select * from ${parquet(path.join(dir, result.file))}`);
  expect(rows).toMatchObject([
    {
      person_first_name: 'Cy, the "younger"',
      buys_again_propensity_probability: 0.75,
      loyal_ones_member: false,
      attribute_tier: null,
    },
    {
      person_first_name: "Zoë",
      postcode: "05401",
      buys_again_propensity_probability: 0.25,
      loyal_ones_member: true,
      attribute_tier: "=1+1",
    },
    { person_first_name: "Bo", buys_again_propensity_probability: null, buys_again_status: "attained" },
  ]);
  const types = await engine.rows<{ column_name: string; column_type: string }>(
    sql`describe select * from ${parquet(path.join(dir, result.file))}`,
  );
  expect(
    Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type])),
  ).toMatchObject({
    person_id: "VARCHAR",
    postcode: "VARCHAR",
    buys_again_propensity_probability: "DOUBLE",
    buys_again_propensity_percentile: "BIGINT",
    loyal_ones_member: "BOOLEAN",
  });
  const { result: csv } = await build({ escape_formulas: false });
  expect({ ...result, file: csv.file, bytes: csv.bytes, sha256: csv.sha256 }).toEqual(csv);
});

test("the same rows give the same bytes, whatever number of threads", async () => {
  const rows = sql`select 'p' || i as person_id, (hash(i) % 1000) / 1000.0::double as probability, i % 7 as decile
    from range(300000) t(i) order by probability desc, i`;
  const hashes: string[] = [];
  for (const threads of [1, 4, 4]) {
    const own = await openEngine({ memoryMb: 500, threads, tempDir: root });
    const file = await writeParquetFile(own, rows, [], root);
    own.close();
    hashes.push(
      createHash("sha256")
        .update(await readFile(path.join(root, file)))
        .digest("hex"),
    );
  }
  expect(new Set(hashes).size).toBe(1);
});

test("days are dates, and fractions are written as every reader knows them", async () => {
  const rows = sql`select '2026-01-31' as next_order, 0.1 + i / 1000.0::double as probability from range(3000) t(i)`;
  const column = {
    scope_col: "expected_date",
    source: "expected_date",
    output_col: "next_order",
    holds: "day" as const,
  };
  const file = path.join(root, await writeParquetFile(engine, rows, [column], root));
  const described = await engine.rows(sql`describe select * from ${parquet(file)}`);
  expect(described.map(({ column_type }) => column_type)).toEqual(["DATE", "DOUBLE"]);
  const stored = await engine.rows(sql`select encodings, compression from parquet_metadata(${file})`);
  expect(JSON.stringify(stored)).not.toMatch(/BYTE_STREAM_SPLIT|DELTA/);
  expect(new Set(stored.map(({ compression }) => compression))).toEqual(new Set(["ZSTD"]));
});
