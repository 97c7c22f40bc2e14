// Push of a cohort to a cluster: its members, and how their number changed, where that takes a walk through
// the events of a large stream. For most cohorts the summary of their stream is enough, and it is small.

import { rm } from "node:fs/promises";
import path from "node:path";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { isKnownToSpark } from "../../warehouse/cluster/statement.js";
import type { CohortInputs } from "../../warehouse/cohorts/inputs.js";
import { cohortMembers, isSummarised, readsEvents } from "../../warehouse/cohorts/members.js";
import { membershipChanges } from "../../warehouse/cohorts/membership.js";
import { replacedColumns } from "../../warehouse/layers.js";
import { namedStream } from "../../warehouse/named-columns.js";
import { peopleFiles, streamFiles } from "../../warehouse/relations.js";
import { inFiles } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { cohortInputs, storedProperties } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/** Rows that a cluster has written, until they are removed. */
interface PushedRows {
  rows: Relation;
  remove(): Promise<void>;
}

/** The members now: person_id; null where DuckDB finds them. */
export const pushedMembers = (
  config: CohortConfig,
  account: AccountSnapshot,
  tools: StepTools,
): Promise<PushedRows | null> => {
  const inputs = inputsOnCluster(config, account, tools);
  if (!inputs || !readsEvents(config, inputs, account.dataThrough)) return Promise.resolve(null);
  return pushed(cohortMembers(config, inputs, account.dataThrough), tools);
};

/** See `membershipChanges`; null where DuckDB counts them. */
export const pushedChanges = (
  config: CohortConfig,
  account: AccountSnapshot,
  cutoffs: readonly EpochSeconds[],
  tools: StepTools,
): Promise<PushedRows | null> => {
  const inputs = inputsOnCluster(config, account, tools);
  if (!inputs || isSummarised(config, inputs)) return Promise.resolve(null);
  return pushed(membershipChanges(config, inputs, cutoffs), tools);
};

/** In words that the cluster reads; null where the stream is small, or others are read too. */
const inputsOnCluster = (
  config: CohortConfig,
  account: AccountSnapshot,
  { cluster }: StepTools,
): CohortInputs | null => {
  const stream = account.streams.find(({ name }) => name === config.stream_name);
  if (!cluster || !stream || config.not_followed_by) return null;
  if (stream.result.event_count < cluster.fromEvents) return null;
  const inputs = cohortInputs(account);
  const files = streamFiles(stream.dir);
  const own = inputs.streams.get(stream.name)!;
  const summaryColumns = ["person_id", "events", "value", "first_times", "last_time"];
  const summary = own.summary && {
    ...own.summary,
    people: replacedColumns(files.summary, "person_id", summaryColumns),
  };
  const events = namedStream(files.events, storedProperties(stream));
  return {
    ...inputs,
    people: replacedColumns(peopleFiles(account.peopleDir).people, "person_id", ["person_id"]),
    streams: new Map([[stream.name, { ...own, events, ...(summary && { summary }) }]]),
  };
};

/** Null where only DuckDB has what a part of the query says. */
const pushed = async (query: Sql, { dir, cluster }: StepTools): Promise<PushedRows | null> => {
  if (!cluster || !isKnownToSpark(query)) return null;
  const made = path.join(dir, "pushed");
  const { parts } = await cluster.write(query, made, { sortedBy: [] });
  return { rows: inFiles(parts), remove: () => rm(made, { recursive: true }) };
};
