// Account in a directory of its own, built by the steps of the service without the service around them.

import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { buildCohort } from "../../src/builds/cohort/step.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { StepTools } from "../../src/builds/kind/kind.js";
import type { AccountSnapshot } from "../../src/builds/kind/snapshot.js";
import { buildOutcome } from "../../src/builds/outcome/step.js";
import { buildPeople } from "../../src/builds/people/step.js";
import { buildScope } from "../../src/builds/scope/step.js";
import { buildStream } from "../../src/builds/stream/step.js";
import type { CohortConfig } from "../../src/domain/cohort/cohort.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { Warning } from "../../src/domain/outcome/evaluation.js";
import { judgedWarnings } from "../../src/domain/outcome/judgement.js";
import type { OutcomeConfig, OutcomeResult } from "../../src/domain/outcome/outcome.js";
import type { ScoredOutcome } from "../../src/domain/pipeline/scope.js";
import type { EpochSeconds } from "../../src/domain/resource/resource.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { peopleFiles, relation, scopeFiles } from "../../src/warehouse/relations.js";
import { ident, sql } from "../../src/warehouse/sql/sql.js";

/** A file with its column mapping. The customer column identifies a person. */
export interface Upload {
  file: string;
  customer: string;
  streams?: DatasetConfig["output_to_streams"];
  traits?: DatasetConfig["output_to_traits"];
}

/** The outcome to predict, and for whom: everyone eligible if there is no population. */
export interface TaskSpec {
  attainment: CohortConfig;
  eligible: CohortConfig;
  population?: CohortConfig;
  /** Only people who are active within the horizon have an answer. */
  active?: CohortConfig;
  outcome: Pick<
    OutcomeConfig,
    "horizon_days" | "horizon_months" | "horizon_through" | "recurring" | "active_cohort_id" | "value"
  >;
}

export interface TaskResult {
  result: OutcomeResult;
  /** The analysis of the people scored. */
  scored: ScoredOutcome;
  /** As the prediction's page shows them. */
  warnings: Warning[];
  /** Customer → probability, for customers who have one. */
  probabilities: Map<string, number>;
  /** Customer → expected mean of a property if active, where the outcome asks for one. */
  means: Map<string, number>;
  seconds: number;
}

export interface Account {
  engine: Engine;
  dir: string;
  account: AccountSnapshot;
}

const seed = 1;

/** Its now is just after the newest event, unless it is given. */
export const buildAccount = async (
  engine: Engine,
  dir: string,
  uploads: readonly Upload[],
  now?: EpochSeconds,
): Promise<Account> => {
  const datasets = [];
  for (const [i, upload] of uploads.entries()) {
    const tools = await toolsIn(engine, path.join(dir, `dataset-${i}`));
    const { size: bytes } = await stat(upload.file);
    const file = { path: upload.file, filename: path.basename(upload.file), bytes, arrived_at: tools.now };
    const result = await buildDataset({ config: configOf(upload), files: [file] }, tools);
    datasets.push({ id: String(i), dir: tools.dir, result, privacy: undefined });
  }
  const people = await toolsIn(engine, path.join(dir, "people"));
  const peopleResult = await buildPeople({ config: {}, datasets, previousDir: null }, people);
  const names = [...new Set(datasets.flatMap(({ result }) => Object.keys(result.streams)))].sort();
  const streams = [];
  for (const name of names) {
    const tools = await toolsIn(engine, path.join(dir, `stream-${name}`));
    const emitters = datasets.flatMap(({ id, dir, result }) => {
      const summary = result.streams[name];
      return summary ? [{ id, dir, summary }] : [];
    });
    const result = await buildStream({ name, datasets: emitters, peopleDir: people.dir }, tools);
    streams.push({ name, dir: tools.dir, result });
  }
  const account = {
    dataThrough: now ?? peopleResult.data_through!,
    peopleDir: people.dir,
    people: peopleResult,
    streams,
    places: [],
  };
  return { engine, dir, account };
};

export const runTask = async (
  { engine, dir, account }: Account,
  name: string,
  spec: TaskSpec,
): Promise<TaskResult> => {
  const startedMs = performance.now();
  const { attainment, eligible, population = eligible, active } = spec;
  const cohortDir = async (part: string, config: CohortConfig): Promise<string> => {
    const tools = await toolsIn(engine, path.join(dir, `${name}-${part}`));
    await buildCohort({ config, account }, tools);
    return tools.dir;
  };
  const config: OutcomeConfig = { attainment_cohort_id: "attainment", ...spec.outcome };
  const tools = await toolsIn(engine, path.join(dir, name));
  const cohorts = { attainment, eligible, attrition: null, ...(active && { active }) };
  const result = await buildOutcome({ config, ...cohorts, account }, tools);
  const outcome = {
    id: name,
    name,
    dir: tools.dir,
    config,
    result,
    attainmentDir: await cohortDir("attainment", attainment),
    eligibleDir: await cohortDir("eligible", eligible),
    attritionDir: null,
  };
  const scope = await toolsIn(engine, path.join(dir, `${name}-scope`));
  const includeDirs = [await cohortDir("population", population)];
  const payload = {
    population: { cohort_ids: ["population"] },
    payload: { outcome_ids: [name] },
    preview: false,
  };
  const scoped = await buildScope(
    { config: payload, includeDirs, excludeDirs: [], outcomes: [outcome], account, tracking: null },
    scope,
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const probabilities = await scoresOf(engine, account, scope.dir, "probability_0");
  const means = result.value?.if_active
    ? await scoresOf(engine, account, scope.dir, "value_if_active_0")
    : new Map<string, number>();
  const warnings = [...judgedWarnings(result), ...(scoped.warnings ?? [])];
  return { result, scored: scoped.outcomes[name]!, warnings, probabilities, means, seconds };
};

const toolsIn = async (engine: Engine, dir: string): Promise<StepTools> => {
  await mkdir(dir, { recursive: true });
  return { engine, dir, now: Date.UTC(2026, 0, 1), seed, progress: () => {} };
};

const configOf = ({ customer, streams = {}, traits = {} }: Upload): DatasetConfig => ({
  identity_sets: { customer: { customer_id: customer } },
  options: { type: "hosted_csv", upload_directory: "uploads" },
  output_to_streams: streams,
  output_to_traits: traits,
});

const scoresOf = async (
  engine: Engine,
  { peopleDir }: AccountSnapshot,
  scopeDir: string,
  column: string,
): Promise<Map<string, number>> => {
  const rows = await engine.rows<{ customer: string; score: number }>(sql`
    select p.customer_id as customer, ${ident("s", column)} as score
    from ${relation(scopeFiles(scopeDir).scores)} as s
    join ${relation(peopleFiles(peopleDir).people)} as p on p.person_id = s.person_id
    where s.status_0 = 'scored'
    order by s.person_id`);
  return new Map(rows.map(({ customer, score }) => [customer, score]));
};
