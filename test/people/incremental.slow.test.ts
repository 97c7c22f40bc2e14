// Incremental resolution of a large file: a second file is compared with the people of the first, who are not
// compared again.

import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabelledSet } from "../../bench/people/labelled-set.js";
import { syntheticSet } from "../../bench/people/synthetic-sets.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "incremental-"));
  engine = await openEngine({ memoryMb: 1000, threads: 2, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

/** Files arrive a day apart. */
const read = async (
  name: string,
  { identity }: LabelledSet,
  paths: readonly string[],
): Promise<TestDataset> => {
  const at = path.join(dir, name);
  const files = await Promise.all(
    paths.map(async (file, day) => {
      const { size: bytes } = await stat(file);
      return { path: file, filename: path.basename(file), bytes, arrived_at: day * 86_400_000 };
    }),
  );
  const config = {
    identity_sets: { customer: identity },
    options: { type: "hosted_csv" as const, upload_directory: "customers" },
    output_to_streams: {},
    output_to_traits: {},
  };
  const tools = stepTools(engine, at);
  return { id: "d", dir: at, result: await buildDataset({ config, files }, tools), privacy: undefined };
};

test("an incremental build gives the people of a full one, and the former people once the file is removed", async () => {
  const set = await syntheticSet(
    "families",
    path.join(dir, "set"),
    { records: 26_000, repeated: 0, seed: 7 },
    0.01,
  );
  const some = await read("some", set, set.files.slice(0, 1));
  const all = await read("all", set, set.files);
  const before = await resolveDatasets(engine, dir, [some]);
  const incremental = await resolveDatasets(engine, dir, [all], { previousDir: before.dir });
  const full = await resolveDatasets(engine, dir, [all]);
  const matchingModel = ({ dir }: { dir: string }) => readFile(peopleFiles(dir).matching, "utf8");
  expect(await matchingModel(incremental)).toBe(await matchingModel(before));
  expect(await matchingModel(full)).toBe(await matchingModel(before));
  const persons = (built: { dir: string }) => relation(peopleFiles(built.dir).persons);
  const differing = (left: { dir: string }, right: { dir: string }) =>
    engine.rows(sql`
      select * from (select identity_key, person_id from ${persons(left)}) as one
      full join (select identity_key, person_id from ${persons(right)}) as other using (identity_key)
      where one.person_id is distinct from other.person_id`);
  expect(await differing(incremental, full)).toEqual([]);
  const ids = await engine.row(sql`
    select count(*) filter (where now.person_id <> earlier.person_id) as renamed, count(*) as kept
    from ${persons(before)} as earlier
    join ${persons(incremental)} as now on now.identity_key = earlier.identity_key`);
  expect(Number(ids.renamed) / Number(ids.kept)).toBeLessThan(0.001);

  const back = await resolveDatasets(engine, dir, [some], { previousDir: incremental.dir });
  expect(await matchingModel(back)).toBe(await matchingModel(before));
  expect(await differing(back, before)).toEqual([]);
  expect(back.result.people_count).toBe(before.result.people_count);
});
