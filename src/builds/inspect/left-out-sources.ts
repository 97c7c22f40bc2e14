// Sources of a file of rows that are left out: the input of the dataset's last build, as the store has it.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { bucketTypes } from "../../domain/data/connections/registry.js";
import { isDatabaseTable } from "../../domain/data/dataset-options.js";
import type { LeftOutRowsRequest } from "../../domain/data/left-out.js";
import { limits } from "../../domain/resource/limits.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { findResource, listResources, type Resource } from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import { peopleFiles } from "../../warehouse/relations.js";
import type { DatasetInput } from "../dataset/input.js";
import { sourceOf } from "../dataset/sources/registry.js";
import { Account, Waiting } from "../kind/account.js";
import type { Records } from "./records.js";

export interface LeftOutSources {
  input: DatasetInput;
  stream: string;
  /** The rows that the ledger counts; null where rows that are read again are those of the build for sure. */
  counted: number | null;
  /** The instant of the build. */
  now: EpochMs;
  /** Where the rows are written; it does not exist yet. */
  outDir: string;
}

/**
 * Refuses `resource-unknown`, `ledger-rows-not-uploaded`, `ledger-rows-deleted`, `ledger-rows-too-many`,
 * `stream-unknown` and, unless the ledger is that of the rows as they are, `result-not-ready`.
 */
export const leftOutSources = async (
  request: LeftOutRowsRequest,
  records: Records,
): Promise<LeftOutSources> => {
  const { datasetId, reason, stream, file } = request;
  const { db, accountId, dataDir, workDir } = records;
  const dataset = await findResource(db, accountId, "datasets", datasetId);
  if (!dataset) throw refuse("resource-unknown", { type: singular.datasets, id: datasetId });
  const { config, result, status, name, lastUpdatedOutputAt } = dataset;
  const { options } = config;
  if (options.type === "spark_table") throw refuse("ledger-rows-not-uploaded", { name });
  if (reason === "deleted_person") throw refuse("ledger-rows-deleted");
  if (!result || status !== "ready") throw refuse("result-not-ready", { type: singular.datasets, status });
  const streams = Object.keys(result.streams).filter(
    (each) => result.streams[each]!.counts?.rows_read !== undefined,
  );
  const named = stream ?? streams[0];
  if (named === undefined || !streams.includes(named))
    throw refuse("stream-unknown", { name: stream ?? "", streams: streams.join(", ") });
  const limit = limits.ledgerReadRows.is;
  const { total: rows } = result.funnel;
  if (config.connection_id !== undefined && rows > limit)
    throw refuse("ledger-rows-too-many", { name, rows, limit });
  const [people] = await listResources(db, accountId, "people");
  const isErasing = people?.result?.forgotten !== undefined && config.privacy === undefined;
  const isCounted = isDatabaseTable(options) && file === undefined;
  return {
    input: {
      config,
      files: [],
      ...(await rowsOf(dataset, records)),
      ...(result?.kept_since !== undefined && { keptSince: result.kept_since }),
      ...(isErasing && { erasedFile: peopleFiles(path.join(dataDir, people.resultDir!)).forgotten }),
    },
    stream: named,
    counted: isCounted ? countedRows(dataset, named, request) : null,
    now: lastUpdatedOutputAt!,
    outDir: path.join(workDir, `left-out-${randomUUID()}`),
  };
};

/** The part of the input that leads to the rows. Files that are damaged are found when they are read. */
export const rowsOf = async (
  { config, result, resultDir, damagedFiles }: Resource<"datasets">,
  {
    db,
    accountId,
    dataDir,
    privateAddresses = false,
    sealingKeyCommand,
    isTlsRequired,
    maxUnpackedBytes,
  }: Records,
): Promise<Partial<DatasetInput>> => {
  const { options, connection_id: id } = config;
  const resources = [
    ...(options.type === "merge" ? await listResources(db, accountId, "datasets") : []),
    ...(id === undefined ? [] : await listResources(db, accountId, "connections", [id])),
  ];
  const files = id === undefined ? await listUploads(db, accountId) : [];
  const account = new Account(
    resources,
    files.map((file) => ({ ...file, damaged_at: null })),
    0,
  );
  const through = result!.arrivals_through;
  const previous = { dir: path.join(dataDir, resultDir!), through, isIntact: damagedFiles.length === 0 };
  try {
    return {
      ...sourceOf(options)
        .plan(config, account)
        .input({ dataDir, privateAddresses, sealingKeyCommand, isTlsRequired, maxUnpackedBytes }),
      ...(bucketTypes.some((type) => type === options.type) && {
        history: { replaced: [], arrivalsThrough: through, previous, known: null },
      }),
    };
  } catch (cause) {
    if (cause instanceof Waiting)
      throw refuse("result-not-ready", { type: singular.datasets, status: "waiting" });
    throw cause;
  }
};

/** Null where the ledger does not count the value of a column apart from others. */
const countedRows = (
  { result }: Resource<"datasets">,
  stream: string,
  { reason, column_name, value }: LeftOutRowsRequest,
): number | null => {
  const entries = (result!.streams[stream]!.counts.left_out_by ?? []).filter(
    (each) => each.reason === reason && (column_name === undefined || each.column_name === column_name),
  );
  const isSeparate = value === undefined || entries.every((each) => each.value !== undefined);
  const wanted = entries.filter((each) => value === undefined || each.value === value);
  return isSeparate ? wanted.reduce((sum, { rows }) => sum + rows, 0) : null;
};
