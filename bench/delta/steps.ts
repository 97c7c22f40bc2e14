// Steps of tracked changes: scores of made-up people, two builds of a file of them with and without tracking,
// and what changed between the two.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { writeChanges } from "../../src/builds/inspect/changes.js";
import type { TargetInput } from "../../src/builds/target/input.js";
import { buildTarget } from "../../src/builds/target/step.js";
import { identityFields } from "../../src/domain/data/dataset.js";
import { resolution } from "../../src/domain/people/fixtures.js";
import { defaultCountry } from "../../src/domain/people/identity/phones.js";
import type { TargetConfig, TargetResult } from "../../src/domain/target/target.js";
import { peopleFiles, scopeFiles } from "../../src/warehouse/relations.js";
import { ident, join, sql } from "../../src/warehouse/sql/sql.js";
import { dirOf, type Run, resultOf, type Steps } from "../program/step-process.js";

type Tools = Parameters<Steps[string]>[1];

const sizeOf = ({ file }: Run): { people: number; changed: number } => {
  const [people, changed] = file.split(":").map(Number);
  return { people: people!, changed: changed! };
};

/** Ids are spread over all integers, as the service's are. In the second build some people have another probability. */
const writeScores = async (run: Run, { engine, dir }: Tools, build: 1 | 2) => {
  const { people, changed } = sizeOf(run);
  const id = sql`cast(hash(n) >> 1 as bigint)`;
  const all = sql`(select ${id} as person_id, n from range(${people}) as r(n))`;
  const chance = (seed: number) => sql`(hash(a.n, ${seed}) % 1000000) / 1000000.0`;
  const probability =
    build === 1
      ? chance(1)
      : sql`case when a.n < ${changed * people} then ${chance(2)} else ${chance(1)} end`;
  await engine.writeParquet(
    sql`select a.person_id, 'scored' as status_0, cast(${probability} as double) as probability_0,
      cast(1 + hash(a.n, 3) % 100 as integer) as percentile_0 from ${all} as a order by a.person_id`,
    scopeFiles(dir).scores,
  );
  const fields = identityFields.map((field) =>
    field === "email"
      ? sql`concat('person', a.n, '@example.com') as email`
      : field === "customer_id"
        ? sql`concat('C-', a.n) as customer_id`
        : sql`cast(null as varchar) as ${ident(field)}`,
  );
  await engine.writeParquet(
    sql`select a.person_id, ${join(fields)} from ${all} as a order by a.person_id`,
    peopleFiles(dir).people,
  );
  await engine.writeParquet(
    sql`select cast(null as bigint) as person_id, '' as trait, '' as value where false`,
    peopleFiles(dir).traits,
  );
  return {};
};

const config = (isTracked: boolean): TargetConfig => ({
  scope_id: "s",
  representation: { mode: "identified", aggregate: "person" },
  options: { type: "hosted_csv", ...(isTracked && { track_changes: true }) },
});

const build = async (run: Run, tools: Tools, scores: string, previous: string | null, isTracked: boolean) => {
  const dir = dirOf(run, scores);
  const tracked = previous === null ? null : ((await resultOf(run, previous)) as TargetResult).tracked!;
  const input: TargetInput = {
    config: config(isTracked),
    scope: {
      dir,
      config: { population: { cohort_ids: [] }, payload: { outcome_ids: ["o"] }, preview: false },
      result: {
        population_count: sizeOf(run).people,
        outcomes: {},
        data_through: 0,
        warnings: [],
        performance: {},
      },
      outcomes: [{ id: "o", name: "Buys again", goal: "buy again", dir }],
      cohorts: [],
      personaSets: [],
      recommenders: [],
    },
    filterCohorts: [],
    filterPersonaSets: [],
    peopleDir: dir,
    people: { people_count: sizeOf(run).people, data_through: null, datasets: {}, traits: [], resolution },
    country: defaultCountry,
    identityColumns: ["customer_id", "email"],
    datasetDirs: [],
    referenceDir: null,
    ...(isTracked && {
      previousTracking: tracked && {
        dir: dirOf(run, previous!),
        current: tracked.current,
        former: tracked.former,
      },
    }),
  };
  return buildTarget(input, tools);
};

export const steps: Steps = {
  scores: (run, tools) => writeScores(run, tools, 1),
  scores2: (run, tools) => writeScores(run, tools, 2),
  file: (run, tools) => build(run, tools, "scores", null, false),
  tracked: (run, tools) => build(run, tools, "scores", null, true),
  file2: (run, tools) => build(run, tools, "scores2", null, false),
  tracked2: (run, tools) => build(run, tools, "scores2", "tracked", true),
  changes: async (run, { engine, dir }) => {
    const { tracked, structure } = (await resultOf(run, "tracked2")) as TargetResult;
    const { current, former } = tracked!;
    const outDir = path.join(dir, "out");
    await mkdir(outDir, { recursive: true });
    return writeChanges(engine, {
      dir: dirOf(run, "tracked2"),
      config: config(true),
      structure,
      current,
      outDir,
      since: former[0]!,
    });
  },
};
