// Once there are many people, a new file is compared with them, and they are not compared with one another again.

import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabelledSet } from "../../bench/people/labelled-set.js";
import { scoreOf } from "../../bench/people/score.js";
import { syntheticSet } from "../../bench/people/synthetic-sets.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "onwards-"));
  engine = await openEngine({ memoryMb: 1000, threads: 2, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

/** A day lies between two files. */
const read = async (
  name: string,
  { identity }: LabelledSet,
  paths: readonly string[],
): Promise<TestDataset> => {
  const at = path.join(dir, name);
  await mkdir(at);
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
  const tools = { engine, dir: at, now: 0, seed: 1, progress: () => {} };
  return { id: "d", dir: at, result: await buildDataset({ config, files }, tools), privacy: undefined };
};

test("going on from the people there are comes to the people of a build anew, and back when the file is gone", async () => {
  const set = await syntheticSet(
    "families",
    path.join(dir, "set"),
    { records: 26_000, repeated: 0, seed: 7 },
    0.01,
  );
  const some = await read("some", set, set.files.slice(0, 1));
  const all = await read("all", set, set.files);
  const before = await resolveDatasets(engine, dir, [some]);
  const onwards = await resolveDatasets(engine, dir, [all], { previousDir: before.dir });
  const anew = await resolveDatasets(engine, dir, [all]);
  const learned = ({ dir }: { dir: string }) => readFile(peopleFiles(dir).matching, "utf8");
  expect(await learned(onwards)).toBe(await learned(before));
  expect(await learned(anew)).not.toBe(await learned(before));
  const persons = (built: { dir: string }) => relation(peopleFiles(built.dir).persons);
  const both = sql`(
    select found.person_id as found, truth.person_id as truth
    from ${persons(onwards)} as found
    join ${persons(anew)} as truth on truth.identity_key = found.identity_key)`;
  expect((await scoreOf(engine, both)).f1).toBeGreaterThan(0.999);
  const ids = await engine.row(sql`
    select count(*) filter (where now.person_id <> earlier.person_id) as renamed, count(*) as known
    from ${persons(before)} as earlier
    join ${persons(onwards)} as now on now.identity_key = earlier.identity_key`);
  expect(Number(ids.renamed) / Number(ids.known)).toBeLessThan(0.001);

  const back = await resolveDatasets(engine, dir, [some], { previousDir: onwards.dir });
  expect(await learned(back)).toBe(await learned(before));
  const returned = sql`(
    select found.person_id as found, truth.person_id as truth
    from ${persons(back)} as found
    join ${persons(before)} as truth on truth.identity_key = found.identity_key)`;
  expect((await scoreOf(engine, returned)).f1).toBeGreaterThan(0.9999);
  expect(back.result.people_count).toBe(before.result.people_count);
});
