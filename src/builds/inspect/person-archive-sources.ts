// Sources of the archive of a person: all results and files that may say something of them.

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ArchiveRequest } from "../../domain/kinds/person-archive.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { ReportedPerson } from "../../domain/target/trigger.js";
import { Refusal } from "../../errors/refusal.js";
import { listResources, type Resource } from "../../store/resources.js";
import { reportsOf } from "../../store/trigger-messages.js";
import type { DatasetInput } from "../dataset/input.js";
import { rowsOf } from "./left-out-sources.js";
import type { Records } from "./records.js";

interface Built {
  id: string;
  name: string;
  dir: string;
}

/** Sources of an archive besides people, scores and the account. */
export interface ArchiveParts {
  /** Datasets of the people, with the input that leads to their rows; null: rows that are no uploads. */
  rows: { id: string; name: string; input: DatasetInput | null }[];
  cohorts: Built[];
  recommenders: Built[];
  /** Targets that track the rows of their file, with its columns. */
  lists: (Built & { columns: string[] })[];
  reports: { trigger: string; at: EpochMs; person: ReportedPerson }[];
  /** Where the file is written; it does not exist yet. */
  outDir: string;
}

/** `read`: the datasets of the people. */
export const archiveParts = async (
  { id }: ArchiveRequest,
  records: Records,
  read: readonly { id: string }[],
): Promise<ArchiveParts> => {
  const { db, accountId, dataDir, workDir } = records;
  const built = (resource: Resource): Built[] =>
    resource.archivedAt !== null || resource.resultDir === null
      ? []
      : [{ id: resource.id, name: resource.name, dir: path.join(dataDir, resource.resultDir) }];
  const ids = read.map((dataset) => dataset.id);
  const datasets = await listResources(db, accountId, "datasets", ids);
  const rows: ArchiveParts["rows"] = [];
  for (const dataset of datasets)
    rows.push({ id: dataset.id, name: dataset.name, input: await inputOf(dataset, records) });
  const targets = await listResources(db, accountId, "targets");
  return {
    rows,
    cohorts: (await listResources(db, accountId, "cohorts")).flatMap(built),
    recommenders: (await listResources(db, accountId, "recommenders")).flatMap(built),
    lists: targets.flatMap((target) =>
      target.result?.tracked === undefined
        ? []
        : built(target).map((list) => ({ ...list, columns: target.result!.columns })),
    ),
    reports: await reportsOf(db, accountId, id),
    outDir: path.join(workDir, `archive-${randomUUID()}`),
  };
};

/** Null for tables and buckets, and while the rows wait for something. */
const inputOf = async (dataset: Resource<"datasets">, records: Records): Promise<DatasetInput | null> => {
  const { config, result } = dataset;
  if (config.connection_id !== undefined || config.options.type === "spark_table" || !result) return null;
  try {
    return { config, files: [], ...(await rowsOf(dataset, records)) };
  } catch (error) {
    if (error instanceof Refusal && error.entry.fault === "caller") return null;
    throw error;
  }
};
