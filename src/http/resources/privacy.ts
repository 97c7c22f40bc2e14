// Effect and receipts of a privacy list on the way out.

import type { PrivacyFindings } from "../../domain/people/privacy.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { type PrivacyReceipt, type RemadeResult, remadeSince } from "../../store/privacy-receipts.js";
import type { Resource } from "../../store/resources.js";
import { type Completion, completionInWords, privacyWarnings } from "../../words/privacy-list.js";
import { isoMs } from "./record.js";

/** `resources`: all of the account; `found`: undefined before people are built with the list. */
export const renderPrivacy = (
  { id, config }: Resource<"datasets">,
  found: PrivacyFindings | undefined,
  receipts: readonly PrivacyReceipt[],
  resources: readonly Resource[],
): JsonObject => {
  const uploads = resources.filter(isDataset).flatMap(uploadedRows);
  const [newest] = receipts;
  const resultsOf = (receipt: PrivacyReceipt) =>
    receipt.results ?? remadeSince(resources, receipt.mode, receipt.appliedAt);
  const completion = newest ? completionOf(newest, resultsOf(newest), uploads) : null;
  return {
    privacy: config.privacy,
    headline: completionInWords(completion),
    warnings: found ? privacyWarnings(found) : [],
    ...(found && countsOf(found)),
    salt: id,
    entries: found?.entries ?? [],
    uploads: uploads.map((upload) => ({ ...upload })),
    receipts: receipts.map((receipt) => renderReceipt(receipt, resultsOf(receipt))),
  };
};

const countsOf = ({ rows, matched_rows, crowded_rows, people }: PrivacyReceipt["counts"]): JsonObject => ({
  rows,
  matched_rows,
  crowded_rows,
  people,
});

const renderReceipt = (receipt: PrivacyReceipt, results: readonly RemadeResult[]): JsonObject => ({
  id: receipt.id,
  privacy: receipt.mode,
  requested_at: instantOf(receipt.requestedAt),
  applied_at: isoMs(receipt.appliedAt),
  remade_at: instantOf(receipt.remadeAt),
  gone_at: instantOf(receipt.goneAt),
  ...countsOf(receipt.counts),
  results: results.map(({ type, id, name, remadeAt, waitingFor }) => ({
    resource_type: type,
    resource_id: id,
    name,
    remade_at: instantOf(remadeAt),
    waiting_for: waitingFor,
  })),
});

const instantOf = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

const isDataset = (resource: Resource): resource is Resource<"datasets"> => resource.type === "datasets";

interface UploadedRows {
  dataset_id: string;
  dataset_name: string;
  directory?: string;
  file: string | null;
  rows: number;
}

const uploadedRows = ({ id, name, config: { options }, result }: Resource<"datasets">): UploadedRows[] =>
  (result?.forgotten_rows ?? []).map(({ file, rows }) => ({
    dataset_id: id,
    dataset_name: name,
    ...(options.type === "hosted_csv" && { directory: options.upload_directory }),
    file,
    rows,
  }));

const completionOf = (
  { mode, remadeAt, goneAt }: PrivacyReceipt,
  results: readonly RemadeResult[],
  uploads: readonly UploadedRows[],
): Completion => ({
  mode,
  remadeAt,
  goneAt,
  results: results.length,
  remade: results.filter((result) => result.remadeAt !== null).length,
  uploadedRows: uploads.reduce((sum, { rows }) => sum + rows, 0),
});
