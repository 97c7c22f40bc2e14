// Recorded resources and files, as the plan and the kinds read them from the store.

import path from "node:path";
import type { GrantedTables } from "../../domain/data/table-grant.js";
import type { ConfigOf, ResultOf } from "../../domain/kinds/kinds.js";
import type { EpochMs, ResourceStatus, ResourceType } from "../../domain/resource/resource.js";

/** A recorded resource. */
export type RecordedResource<T extends ResourceType = ResourceType> = {
  [K in T]: {
    id: string;
    type: K;
    name: string;
    config: ConfigOf<K>;
    status: ResourceStatus;
    waitingFor: string | null;
    result: ResultOf<K> | null;
    /** Relative to the data directory. */
    resultDir: string | null;
    /** Paths of damaged files in that directory. */
    damagedFiles: readonly string[];
    fingerprint: string | null;
    /** Fingerprint of a refused build, and the message of its refusal. */
    failedFingerprint: string | null;
    failedError: string | null;
    /** Builds that were requested although nothing had changed. */
    forced: number;
    archivedAt: EpochMs | null;
    createdAt: EpochMs;
    /** When the result was made; absent where a plan does not need it. */
    lastUpdatedOutputAt?: EpochMs | null;
  };
}[T];

/** A resource with a result, which need not belong to today's configuration. */
export type BuiltResource<T extends ResourceType> = RecordedResource<T> & {
  result: ResultOf<T>;
  resultDir: string;
  fingerprint: string;
};

/** An uploaded file, or one that was replaced or deleted. */
export interface RecordedFile {
  directory: string;
  filename: string;
  sha256: string;
  /** Relative to the data directory; empty if its bytes are discarded. */
  path: string;
  bytes: number;
  created_at: EpochMs;
  /** When its bytes were found to be damaged; null: never. */
  damaged_at: EpochMs | null;
  /** See `UploadTable`. */
  merged_from?: string | null;
  /** From when on it no longer counts; absent or null for files that count. */
  replaced_at?: EpochMs | null;
}

/** Equal for equal files in any order. */
export const filePrints = (files: readonly RecordedFile[]) =>
  files.map((file) => [file.filename, file.sha256, file.created_at]).sort();

/**
 * The data directory, and the operator's settings that steps obey: whether connections may reach this machine
 * or its network.
 */
export interface DataDirectory {
  dataDir: string;
  privateAddresses: boolean;
  /** Command that prints the sealing key; absent: it is in the data directory. */
  sealingKeyCommand?: string | undefined;
  /** Whether connections need TLS with a certificate that is checked. */
  isTlsRequired?: boolean | undefined;
  /** Maximum size of a compressed file, once unpacked. */
  maxUnpackedBytes?: number | undefined;
  /** Tables of the lake that the account may read and write; absent without a cluster. */
  tables?: GrantedTables | undefined;
}

export const dirOf = ({ resultDir }: { resultDir: string }, { dataDir }: { dataDir: string }): string =>
  path.join(dataDir, resultDir);

export const fingerprintsOf = (resources: readonly { fingerprint: string }[]): string[] =>
  resources.map(({ fingerprint }) => fingerprint);

/**
 * Fingerprint of a dataset's content, on which everything made from it depends: a build that found its table
 * unchanged changes nothing.
 */
export const datasetPrint = ({ id, fingerprint, result }: BuiltResource<"datasets">): [string, string] => [
  id,
  result.content ?? fingerprint,
];
