// What builds find, in small: one result of each type, of the shape that steps return.

import type { DatasetResult } from "../../src/domain/dataset.js";
import type { ResultOf } from "../../src/domain/kinds.js";
import type { OutcomeResult, Scores } from "../../src/domain/outcome.js";
import type { PeopleResult } from "../../src/domain/people.js";
import type { ResourceType } from "../../src/domain/resource.js";
import type { ScopeResult } from "../../src/domain/scope.js";
import type { StreamResult } from "../../src/domain/stream.js";
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
  traits: [],
  identities: 6,
  next_due: null,
  updates: [{ datetime: Date.UTC(2026, 0, 1), rows_added: 10 }],
};

const peopleResult = (datasetId: string): PeopleResult => ({
  people_count: 5,
  data_through: Date.UTC(2025, 11, 31) / 1000,
  datasets: { [datasetId]: { identified_count: 5, matched_count: 2, unidentified_rows: 1 } },
  traits: [],
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
});

const scores: Scores = {
  people: 100,
  attained: 10,
  base_rate: 0.1,
  auc: 0.8,
  log_loss: 0.3,
  brier: 0.08,
  ece: 0.01,
  top_decile_lift: 4,
};

const outcomeResult: OutcomeResult = {
  mode: "point_in_time",
  static_reason: null,
  horizon_days: 90,
  horizon_chosen_from_data: true,
  landmarks: [Date.UTC(2025, 5, 1) / 1000],
  test_landmark: Date.UTC(2025, 8, 1) / 1000,
  tested_on: "later dates and other people",
  training_rows: 100,
  training_attained: 10,
  roc_auc: 0.8,
  lift_value: 3,
  performance: { model: scores, candidates: { constant: scores } },
  blend: { boosted: 1 },
  calibration: { method: "isotonic", bins: [{ predicted: 0.1, realised: 0.11, people: 100 }] },
  roc_curve: [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ],
  lift_curve: [
    { x: 0.01, y: 4, y_min: 3, y_max: 5 },
    { x: 0.1, y: 3, y_min: 2, y_max: 4 },
    { x: 1, y: 1, y_min: 1, y_max: 1 },
  ],
  features: [{ name: "recency", literate: "Days since the last purchase", importance: 1 }],
};

const scopeResult: ScopeResult = { population_count: 4, outcomes: {} };

/** As if everything of `repeatPurchase` but its target had been built. */
export const recordResults = async (
  { db }: Api,
  accountId: string,
  ids: { datasetId: string; once: string; outcome: string; scope: string },
): Promise<void> => {
  const record = (id: string, result: ResultOf<ResourceType>) =>
    recordResult(db.kysely, id, { result, resultDir: id, fingerprint: id }, Date.UTC(2026, 0, 2));
  const stream = await findStream(db.kysely, accountId, "transaction");
  const [people] = await listResources(db.kysely, accountId, "people");
  await record(ids.datasetId, datasetResult);
  await record(people!.id, peopleResult(ids.datasetId));
  await record(stream!.id, streamResult(ids.datasetId));
  await record(ids.once, { population_count: 4 });
  await record(ids.outcome, outcomeResult);
  await record(ids.scope, scopeResult);
};
