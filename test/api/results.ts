// Small results of builds, one for each type, in the shape that steps return.

import type { StreamResult } from "../../src/domain/data/stream.js";
import type { ResultOf } from "../../src/domain/kinds/kinds.js";
import {
  type Interval,
  type Intervals,
  metricNames,
  type Scores,
} from "../../src/domain/outcome/evaluation.js";
import type { OutcomeResult } from "../../src/domain/outcome/outcome.js";
import { resolution } from "../../src/domain/people/fixtures.js";
import type { PeopleResult } from "../../src/domain/people/people.js";
import type { ScopeResult } from "../../src/domain/pipeline/scope.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import type { ResourceType } from "../../src/domain/resource/resource.js";
import { findStream, listResources, recordResult } from "../../src/store/resources.js";
import type { Api } from "./harness.js";

const datasetResult: DatasetResult = {
  detected_columns: [
    { name: "Date", data_type: "date", is_nullable: false, fill_rate: 1 },
    { name: "Total", data_type: "number", is_nullable: true, fill_rate: 0.5 },
  ],
  sample: [{ Date: "2025-01-01", Total: null }],
  funnel: { total: 10, parsed: 10, valid: 9, allowed: 9, duplicates: 1 },
  rejected_count: 1,
  rejects: [{ file: "a.csv", line: 3, column: "Date", value: "x", reason: "no date" }],
  formats: { Date: "yyyy_mm_dd_dash" },
  streams: {},
  trait_sources: {},
  identities: 6,
  next_due: null,
  updates: [{ datetime: Date.UTC(2026, 0, 1), rows_added: 10 }],
  update_count: 1,
  arrivals_through: Date.UTC(2026, 0, 1),
};

const peopleResult = (datasetId: string): PeopleResult => ({
  people_count: 5,
  data_through: Date.UTC(2025, 11, 31) / 1000,
  datasets: { [datasetId]: { identified_count: 5, matched_count: 2, unidentified_rows: 1 } },
  traits: [],
  resolution,
});

const streamResult = (datasetId: string): StreamResult => ({
  event_count: 8,
  people_count: 5,
  oldest: Date.UTC(2025, 0, 1) / 1000,
  newest: Date.UTC(2025, 11, 31) / 1000,
  hasValue: true,
  isDated: true,
  properties: {
    value: {
      type: "number",
      statistical_type: "continuous",
      breaks: [1, 2],
      categories: [{ name: "a", count: 1 }],
      emitted_by_datasets: [datasetId],
    },
  },
  event_contribution_by_dataset: { [datasetId]: 8 },
  events_by_month: [],
});

const scores: Scores = {
  people: 100,
  attained: 10,
  base_rate: 0.1,
  auc: 0.8,
  average_precision: 0.4,
  log_loss: 0.3,
  brier: 0.08,
  ece: 0.01,
  top_decile_lift: 4,
};

const perMetric = <T>(value: T) =>
  Object.fromEntries(metricNames.map((name) => [name, value])) as Record<(typeof metricNames)[number], T>;
const interval: Interval = { low: 0.1, high: 0.9 };
const intervals: Intervals = { ...perMetric(interval), auc: { low: 0.7, high: 0.9 } };
const chance = [
  { x: 0, y: 0, y_min: 0, y_max: 0 },
  { x: 1, y: 1, y_min: 1, y_max: 1 },
];
/** Curves by tenure have no band. */
const unbanded = chance.map(({ x, y }) => ({ x, y }));
const lift = [
  { x: 0.01, y: 4, y_min: 3, y_max: 5 },
  { x: 0.1, y: 3, y_min: 2, y_max: 4 },
  { x: 1, y: 1, y_min: 1, y_max: 1 },
];

export const outcomeResult: OutcomeResult = {
  mode: "point_in_time",
  static_reason: null,
  horizon_days: 90,
  horizon_chosen_from_data: true,
  landmarks: [Date.UTC(2025, 5, 1) / 1000],
  test_landmark: Date.UTC(2025, 8, 1) / 1000,
  tested_on: "later dates",
  quiet_periods: [],
  learned_through: null,
  refit_at: null,
  origins: [],
  training_people: 90,
  training_rows: 100,
  training_attained: 10,
  roc_auc: 0.8,
  lift_value: 3,
  performance: { model: scores, candidates: { constant: scores } },
  blend: { boosted: 1 },
  calibration: { method: "isotonic", bins: [{ predicted: 0.1, actual_rate: 0.11, people: 100 }] },
  roc_curve: chance,
  lift_curve: lift,
  intervals: { model: intervals, constant: intervals },
  comparison: { rule: "constant", differences: perMetric({ value: -0.1, low: -0.2, high: -0.05 }) },
  verdict: {
    decision: "clearly_better",
    code: "model_against_rule",
    figures: { rule: "constant", gain: 0.2, low: 0.1, high: 0.3 },
  },
  deciles: [
    { people: 50, lowest: 0.1, highest: 0.9, expected: 9.5, attained: 9, rate_low: 0.09, rate_high: 0.31 },
    { people: 50, lowest: 0.01, highest: 0.1, expected: 1.2, attained: 1, rate_low: 0.01, rate_high: 0.1 },
  ],
  tenures: [
    { tenure_start: 0, tenure_end: 90, scores, lift_value: 2, roc_curve: unbanded, lift_curve: lift },
    { tenure_start: 90, tenure_end: null, scores, lift_value: 3, roc_curve: unbanded, lift_curve: lift },
  ],
  features: [
    {
      name: "recency",
      literate: "Days since the last purchase",
      importance: 0.8,
      directionality: [
        { data_type: "number", min: 0, max: 30, density: 0.5, impact: 0.1, actual_rate: 0.2 },
        { data_type: "number", min: 31, max: 300, density: 0.5, impact: -0.1, actual_rate: 0.02 },
      ],
    },
    {
      name: "is_member",
      literate: "Is a member",
      importance: 0.2,
      directionality: [
        { data_type: "boolean", value: false, density: 0.7, impact: -0.01, actual_rate: 0.09 },
        { data_type: "boolean", value: true, density: 0.2, impact: 0.03, actual_rate: 0.12 },
      ],
    },
  ],
  tenure_features: [
    {
      tenure_start: 0,
      tenure_end: 90,
      features: [{ name: "n", literate: "N", importance: 1, directionality: [] }],
    },
    { tenure_start: 90, tenure_end: null, features: [] },
  ],
  training: [{ landmark: Date.UTC(2025, 5, 1) / 1000, rows: 100, attained: 10 }],
  warnings: [{ kind: "leak", about: "recency", note: "Recency tells too much. Block it." }],
};

const scopeResult: ScopeResult = {
  population_count: 4,
  data_through: 0,
  outcomes: {},
  warnings: [],
  performance: {},
};

/** Records results for all resources of `repeatPurchase` except the target. */
export const recordResults = async (
  { db }: Api,
  accountId: string,
  ids: { datasetId: string; once: string; outcome: string; scope: string },
): Promise<void> => {
  const record = (id: string, result: ResultOf<ResourceType>) =>
    recordResult(
      db.kysely,
      id,
      { result, resultDir: id, resultFiles: [], fingerprint: id },
      Date.UTC(2026, 0, 2),
    );
  const stream = await findStream(db.kysely, accountId, "transaction");
  const [people] = await listResources(db.kysely, accountId, "people");
  await record(ids.datasetId, datasetResult);
  await record(people!.id, peopleResult(ids.datasetId));
  await record(stream!.id, streamResult(ids.datasetId));
  const month = { start: Date.UTC(2025, 11, 1) / 1000, count: 4 };
  await record(ids.once, { population_count: 4, membership: { days: [], weeks: [], months: [month] } });
  await record(ids.outcome, outcomeResult);
  await record(ids.scope, scopeResult);
};
