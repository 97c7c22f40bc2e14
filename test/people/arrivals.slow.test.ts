// People of a large account do not depend on its builds: the same files in the same order give the same
// people, links and match weights, whichever builds ran in between, were given up, or started again from
// nothing.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { syntheticSet } from "../../bench/people/synthetic-sets.js";
import { randomFor } from "../../examples/shop/random.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import { resolveDatasets } from "../../src/builds/people/fixtures.js";
import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import type { TestDataset } from "../../src/warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { stepTools } from "../support/step-tools.js";

/** Instead of twenty thousand. The first file has fewer identities, and all files together have far more. */
const minIncremental = 400;

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "arrivals-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: dir });
});
afterAll(async () => {
  engine.close();
  await rm(dir, { recursive: true });
});

/** An upload of the lines `from` to `to`, without every `left`-th if that is given. It replaces a file of that name. */
interface Arrival {
  filename: string;
  from: number;
  to: number;
  left?: number;
}

const arrivals: Arrival[] = [
  { filename: "1", from: 0, to: 350 },
  { filename: "2", from: 350, to: 1_000 },
  { filename: "3", from: 1_000, to: 1_040 },
  { filename: "4", from: 1_040, to: 1_080 },
  // Fewer records than before, all of them outside the reference.
  { filename: "4", from: 1_040, to: 1_080, left: 3 },
  { filename: "5", from: 1_080, to: 1_200 },
  { filename: "6", from: 1_200, to: 1_600 },
  { filename: "7", from: 1_600, to: 1_640 },
  // Fewer records of the reference.
  { filename: "2", from: 350, to: 1_000, left: 50 },
  { filename: "8", from: 1_640, to: 1_680 },
  { filename: "9", from: 1_680, to: 1_700 },
];

interface Uploads {
  identity: IdentitySet;
  lines: string[];
}

/** The dataset after the first `count` arrivals. */
const datasetAfter = async (count: number, { identity, lines }: Uploads): Promise<TestDataset> => {
  const at = path.join(dir, `dataset-${count}`);
  const [header, ...records] = lines;
  await mkdir(at);
  const named = new Map(arrivals.slice(0, count).map((arrival, day) => [arrival.filename, { arrival, day }]));
  const files = await Promise.all(
    [...named.values()].map(async ({ arrival: { filename, from, to, left = 0 }, day }) => {
      const file = path.join(at, `${filename}.csv`);
      const kept = records.slice(from, to).filter((_, i) => left === 0 || i % left !== 0);
      await writeFile(file, [header, ...kept, ""].join("\n"));
      const { size: bytes } = await stat(file);
      return { path: file, filename: `${filename}.csv`, bytes, arrived_at: (day + 1) * 86_400_000 };
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

type Built = Awaited<ReturnType<typeof resolveDatasets>>;

const hashOf = async ({ dir }: Built): Promise<string> => {
  const files = peopleFiles(dir);
  const hash = createHash("sha256").update(await readFile(files.matching));
  for (const file of [files.persons, files.people, files.matches])
    hash.update(JSON.stringify(await rowsOf(file)));
  return hash.digest("hex").slice(0, 16);
};

const rowsOf = async (file: string): Promise<unknown[]> =>
  engine.rows(sql`select cast(own as varchar) as text from ${relation(file)} as own order by text`);

/** True for an incremental build, provided that no identity was removed. */
const isIncremental = ({ dir }: Built): boolean =>
  existsSync(path.join(dir, "state", "normalised.added.parquet"));

/**
 * Builds after some arrivals. `isLost`: the build starts from nothing. Returns the last hash and the number
 * of incremental builds.
 */
const runSchedule = async (
  datasets: readonly TestDataset[],
  isBuilt: (arrival: number) => boolean,
  isLost: (arrival: number) => boolean,
): Promise<{ hash: string; incremental: number }> => {
  let built: Built | null = null;
  let incremental = 0;
  for (const [arrival, dataset] of datasets.entries()) {
    if (arrival < datasets.length - 1 && !isBuilt(arrival)) continue;
    const previousDir: string | null = isLost(arrival) ? null : (built?.dir ?? null);
    built = await resolveDatasets(engine, dir, [dataset], { previousDir, minIncremental });
    if (isIncremental(built)) incremental++;
  }
  return { hash: await hashOf(built!), incremental };
};

test("the same files give the same people, links and weights, however the builds of a large account were cut", async () => {
  const set = await syntheticSet("families", path.join(dir, "set"), { records: 1_700, repeated: 0, seed: 7 });
  const lines = (await readFile(set.files[0]!, "utf8")).trimEnd().split("\n");
  const datasets: TestDataset[] = [];
  for (let count = 1; count <= arrivals.length; count++)
    datasets.push(await datasetAfter(count, { identity: set.identity, lines }));
  const never = () => false;
  const always = () => true;
  const once = await runSchedule(datasets, never, never);
  const each = await runSchedule(datasets, always, never);
  const others = [];
  for (let schedule = 1; schedule <= 4; schedule++) {
    const random = randomFor(20_260_101, schedule);
    others.push(
      await runSchedule(
        datasets,
        () => random() < 0.6,
        () => random() < 0.2,
      ),
    );
  }
  expect(each.incremental).toBeGreaterThanOrEqual(3);
  expect(new Set([once, each, ...others].map(({ hash }) => hash))).toEqual(new Set([once.hash]));
});
