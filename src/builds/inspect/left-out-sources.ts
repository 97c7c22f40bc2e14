// Sources of a file of rows that are left out: the input of the dataset's last build, as the store has it.

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { LeftOutRowsRequest } from "../../domain/data/left-out.js";
import { type EpochMs, singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { findResource, listResources } from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { type DatasetInput, uploadedFiles } from "../dataset/input.js";
import type { Records } from "./records.js";

export interface LeftOutSources {
  input: DatasetInput;
  stream: string;
  /** The instant of the build. */
  now: EpochMs;
  /** Where the rows are written; it does not exist yet. */
  outDir: string;
}

/**
 * Refuses `resource-unknown`, `ledger-rows-not-uploaded`, `ledger-rows-deleted`, `stream-unknown` and, unless
 * the ledger is that of the files as they are, `result-not-ready`.
 */
export const leftOutSources = async (
  { datasetId, reason, stream }: LeftOutRowsRequest,
  { db, accountId, dataDir, workDir, maxUnpackedBytes }: Records,
): Promise<LeftOutSources> => {
  const dataset = await findResource(db, accountId, "datasets", datasetId);
  if (!dataset) throw refuse("resource-unknown", { type: singular.datasets, id: datasetId });
  const { config, result, status, name, lastUpdatedOutputAt } = dataset;
  if (config.options.type !== "hosted_csv") throw refuse("ledger-rows-not-uploaded", { name });
  if (reason === "deleted_person") throw refuse("ledger-rows-deleted");
  if (!result || status !== "ready") throw refuse("result-not-ready", { type: singular.datasets, status });
  const streams = Object.keys(result.streams).filter(
    (each) => result.streams[each]!.counts?.rows_read !== undefined,
  );
  const named = stream ?? streams[0];
  if (named === undefined || !streams.includes(named))
    throw refuse("stream-unknown", { name: stream ?? "", streams: streams.join(", ") });
  const files = await listUploads(db, accountId, config.options.upload_directory);
  const [people] = await listResources(db, accountId, "people");
  const isErasing = people?.result?.forgotten !== undefined && config.privacy === undefined;
  return {
    input: {
      config,
      files: uploadedFiles(files, { dataDir, privateAddresses: false, maxUnpackedBytes }),
      ...(isErasing && { erasedFile: peopleFiles(path.join(dataDir, people.resultDir!)).forgotten }),
    },
    stream: named,
    now: lastUpdatedOutputAt!,
    outDir: path.join(workDir, `left-out-${randomUUID()}`),
  };
};
