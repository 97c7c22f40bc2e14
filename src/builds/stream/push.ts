// Push of a stream to a cluster: from a number of events on, the cluster sorts them and sums them up. The
// rows are those that DuckDB makes. Events that are added to a stream later are sorted here; a build that
// sorts all events again pushes again.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Cluster } from "../../warehouse/cluster/cluster.js";
import { isKnownToSpark } from "../../warehouse/cluster/statement.js";
import type { Engine } from "../../warehouse/engine.js";
import { moveParts, replacedColumns, withParts } from "../../warehouse/layers.js";
import { namedEvents } from "../../warehouse/named-columns.js";
import { datasetFiles, peopleFiles, readStateFiles, streamFiles } from "../../warehouse/relations.js";
import { allRows, inFiles, orderedBy } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import {
  type EmittedEvents,
  eventsOfPersons,
  personEvents,
  streamColumns,
  streamSummary,
} from "../../warehouse/streams.js";
import type { StepTools } from "../kind/kind.js";
import type { StreamInput, StreamToWrite } from "./input.js";

/** The base of a stream: how many events, in how many files. */
export interface StreamBase {
  rows: number;
  files: number;
}

/**
 * Null where the stream is DuckDB's: without a cluster, with few events, or with a property that a cluster
 * would write otherwise.
 */
export const sortOnCluster = async (
  { properties, isDated, input }: StreamToWrite,
  { engine, dir, cluster, progress }: StepTools,
): Promise<StreamBase | null> => {
  const events = input.datasets.reduce((sum, { summary }) => sum + summary.events, 0);
  if (!cluster || events < cluster.fromEvents) return null;
  const persons = replacedColumns(peopleFiles(input.peopleDir).persons, "identity_key", [
    "identity_key",
    "person_id",
  ]);
  const query = allRows(personEvents(await emittedBy(engine, input), properties, persons));
  if (!isKnownToSpark(query)) return null;
  const sorted = path.join(dir, "sorted");
  const expectedRows = await expectedEvents(engine, input, persons);
  const { parts, rows } = await cluster.write(query, sorted, {
    sortedBy: streamColumns(properties),
    ...(expectedRows !== null && { expectedRows }),
    onProgress: (share) => progress(0.5 * share, "Sorting events by person on the cluster"),
  });
  const files = streamFiles(dir);
  if (isDated) await writeSummary(engine, cluster, sorted, files.summary);
  await moveParts(parts, files.events);
  await rm(sorted, { recursive: true });
  return { rows, files: parts.length };
};

const emittedBy = async (engine: Engine, { name, datasets }: StreamInput): Promise<EmittedEvents[]> => {
  const emitted: EmittedEvents[] = [];
  for (const { dir, summary } of datasets) {
    const events = await namedEvents(engine, datasetFiles(dir).events(name), summary.properties);
    emitted.push({ events, properties: summary.properties });
  }
  return emitted;
};

/** Null where a dataset does not know how many events an identity has. */
const expectedEvents = async (
  engine: Engine,
  { name, datasets }: StreamInput,
  persons: Relation,
): Promise<number | null> => {
  let all = 0;
  for (const { dir } of datasets) {
    const owners = readStateFiles(dir).owners(name);
    if (!existsSync(owners)) return null;
    const { events } = await engine.row<{ events: number }>(eventsOfPersons(withParts(owners), persons));
    all += events;
  }
  return all;
};

/** In one file, as later builds lay changes over it. */
const writeSummary = async (
  engine: Engine,
  cluster: Cluster,
  sorted: string,
  file: string,
): Promise<void> => {
  const made = `${sorted}-summary`;
  const { parts } = await cluster.write(streamSummary(inFiles(sorted)), made, { sortedBy: ["person_id"] });
  await engine.writeParquet(orderedBy("person_id", inFiles(parts)), file);
  await rm(made, { recursive: true });
};
