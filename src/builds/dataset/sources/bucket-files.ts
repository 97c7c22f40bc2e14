// Files of a bucket, as a build finds them. It lists the bucket and compares the list with that of the
// previous build. If files were only added, only these are fetched; otherwise all are. They are fetched into
// the scratch of the build and read as uploads are. The build keeps their names, tags, hashes and arrivals, and
// not their bytes. The files of a table of a lake are those of its newest version.

import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../../domain/data/dataset.js";
import { type BucketFileOptions, isOfBucket } from "../../../domain/data/dataset-options.js";
import type { TablePart } from "../../../domain/data/delta-log.js";
import { literalDirectory } from "../../../domain/data/object-names.js";
import type { PartColumn } from "../../../domain/data/table-version.js";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import { secondsPerHour } from "../../../domain/resource/resource.js";
import { assert, refuse } from "../../../errors/refusal.js";
import { isBucketAccess } from "../../connection/access.js";
import { listFiles } from "../../connection/storage/files.js";
import { withStorage } from "../../connection/storage/open.js";
import type { OwnedStorage, StorageFile } from "../../connection/storage/storage.js";
import { digest } from "../../kind/digest.js";
import type { StepTools } from "../../kind/kind.js";
import type { DatasetInput, UploadedFile } from "../input.js";
import { type Arrivals, arrivalsOf, compareFiles, type ReadFile } from "./bucket-arrivals.js";
import { readSourceFacts, type SourceFacts, takeOver } from "./previous.js";
import { type DatasetSource, type RowsToRead, readAgainEvery, type SourceRows } from "./source.js";

interface BucketFacts extends SourceFacts {
  /** Name of the bucket: files of the same name in another are others. */
  home: string;
  files: ReadFile[];
}

const factsFile = "bucket.json";

/** A preview reads the newest files up to so many bytes, and at least one. */
const previewBytes = 200_000_000;

const fetchedAtOnce = 4;

/** Refuses what `withStorage`, `listFiles` and `download` refuse. */
export const openBucket: DatasetSource["open"] = (input, tools, use) =>
  inBucket(input, tools, async (bucket) => use(await listed(bucket)));

/** The files that the last build read. Refuses `ledger-rows-changed` and what `openBucket` refuses. */
export const openBucketAsBuilt: NonNullable<DatasetSource["openAsBuilt"]> = (input, tools, use) =>
  inBucket(input, tools, async (bucket) => {
    const facts = await readSourceFacts<BucketFacts>(input, factsFile);
    const { files = [], home } = facts ?? {};
    const { list } = await findFiles(bucket);
    const { same } = compareFiles(files, list);
    const isListed = home === bucket.home && same.length === files.length && same.length === list.length;
    const read = isListed ? await fetchAll(bucket, files) : [];
    if (!isListed || read.some(({ sha256 }, i) => sha256 !== files[i]!.sha256))
      throw refuse("ledger-rows-changed");
    return use(asFiles(bucket, { files, replaced: [], through: 0 }));
  });

const inBucket = async <R>(
  input: DatasetInput,
  tools: StepTools,
  use: (bucket: Bucket) => Promise<R>,
): Promise<R> => {
  const { access } = input.bucket ?? {};
  assert(access && isBucketAccess(access), "a dataset of a bucket has a connection to one");
  const scratch = path.join(tools.dir, "bucket");
  await mkdir(scratch);
  try {
    return await withStorage(access, async (storage) => {
      const home = digest(storage.identity);
      return use({ input, tools, storage, scratch, home, fetched: new Map() });
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

interface Bucket {
  input: DatasetInput;
  tools: StepTools;
  storage: OwnedStorage;
  scratch: string;
  home: string;
  /** Files that were fetched, by name. */
  fetched: Map<string, UploadedFile>;
  /** Fetches a file with the rows that its table has of it. Absent: as it lies there. */
  fetch?: (file: StorageFile, to: string) => Promise<{ sha256: string }>;
}

/** Files that there are to read. */
interface Found {
  list: readonly StorageFile[];
  /** Version of the table; absent where the files are none. */
  version?: string;
  /** Columns of the table, where files are read by them. */
  columns?: readonly unknown[];
}

const findFiles = async (bucket: Bucket): Promise<Found> => {
  const { input, storage } = bucket;
  const { prefix = "", table_format } = optionsOf(input);
  if (table_format === undefined) return { list: await listFiles(storage, prefix) };
  return table_format === "delta" ? findDelta(bucket, prefix) : findIceberg(bucket, prefix);
};

const findDelta = async (bucket: Bucket, prefix: string): Promise<Found> => {
  const { storage, tools, scratch } = bucket;
  const { readDeltaTable } = await import("./delta-table.js");
  const table = await readDeltaTable(storage, prefix, { engine: tools.engine, scratch });
  const { files: list, parts, columns, directory } = table;
  const partOf = ({ name }: StorageFile) => parts.get(name.slice(directory.length))!;
  bucket.fetch = async (file, to) => {
    const hash = await storage.download(file, to);
    await completeFile(bucket, to, partOf(file), columns);
    return hash;
  };
  const mapped = columns.filter(({ name, stored }) => name !== stored);
  return { list, version: String(table.version), ...(mapped.length > 0 && { columns: mapped }) };
};

const findIceberg = async (bucket: Bucket, prefix: string): Promise<Found> => {
  const { storage, tools, scratch } = bucket;
  const { readIcebergTable } = await import("./iceberg-table.js");
  const table = await readIcebergTable(storage, prefix, { engine: tools.engine, scratch });
  bucket.fetch = table.fetch;
  return { list: table.files, version: table.version, columns: table.columns };
};

const completeFile = async (
  { tools }: Pick<Bucket, "tools">,
  file: string,
  part: TablePart,
  columns: readonly PartColumn[],
): Promise<void> => {
  const { completePart, isIncomplete } = await import("../../../warehouse/ingest/table-parts.js");
  if (!isIncomplete(part, columns)) return;
  const whole = `${file}-whole`;
  await completePart(tools.engine, file, part, columns, whole);
  await rename(whole, file);
};

interface Listing extends Pick<Found, "list"> {
  version: string | undefined;
  print: string;
  before: BucketFacts | null;
  files: ReadFile[];
}

const listed = async (bucket: Bucket): Promise<SourceRows> => {
  const { input, tools, home, fetched } = bucket;
  tools.progress(0, "Listing the bucket");
  const { list, version, columns } = await findFiles(bucket);
  const print = await printOf(input, columns);
  const before = await readSourceFacts<BucketFacts>(input, factsFile);
  const known = before?.home === home ? before.files : [];
  const ofOther = before && before.home !== home ? before.files : [];
  const compared = compareFiles(known, input.config.preview ? newestOf(list) : list);
  const gone = [...compared.gone, ...ofOther];
  const read = await fetchAll(bucket, compared.other);
  const since = { through: input.history?.previous?.through ?? 0, now: tools.now };
  const arrivals = arrivalsOf({ same: compared.same, gone }, read, known, since);
  const { files, replaced } = arrivals;
  const continued = before?.print === print && replaced.length === 0 ? before : null;
  const isKnown = (file: ReadFile) => known.some((each) => isOneFile(each, file));
  return {
    unchanged: async () =>
      continued && files.every(isKnown) ? takeOver(input, tools, continued, factsFile) : null,
    added: async () => (continued ? asFiles(bucket, arrivals) : null),
    async all() {
      const left = files.filter(({ name }) => !fetched.has(name));
      await fetchAll(bucket, left);
      return asFiles(bucket, arrivals);
    },
    described: (result, read) => described(bucket, result, read, { list, version, print, before, files }),
  };
};

const newestOf = (list: readonly StorageFile[]): StorageFile[] => {
  let bytes = 0;
  const newest = list.toReversed().filter((file, i) => {
    bytes += file.bytes;
    return i === 0 || bytes <= previewBytes;
  });
  return newest.reverse();
};

const isOneFile = (a: ReadFile, b: ReadFile): boolean =>
  a.name === b.name && a.sha256 === b.sha256 && a.arrivedAt === b.arrivedAt;

/** The files with their hashes, in their order. Their arrival is not known yet. */
const fetchAll = async (
  bucket: Bucket,
  files: readonly StorageFile[],
): Promise<(StorageFile & { sha256: string })[]> => {
  const {
    input,
    storage,
    scratch,
    fetched,
    tools: { progress },
  } = bucket;
  const hashes = new Map<string, string>();
  const left = [...files];
  const fetchNext = async (): Promise<void> => {
    for (let file = left.shift(); file; file = left.shift()) {
      progress(0, `Fetching file ${files.length - left.length} of ${files.length}`);
      const to = path.join(scratch, `${fetched.size}-${left.length}`);
      const { sha256 } = await (bucket.fetch ?? storage.download)(file, to);
      hashes.set(file.name, sha256);
      const { maxUnpackedBytes } = input.bucket!;
      const limit = maxUnpackedBytes === undefined ? {} : { maxUnpackedBytes };
      fetched.set(file.name, { ...uploaded({ ...file, sha256, arrivedAt: 0 }, to), ...limit });
    }
  };
  await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext));
  return files.map((file) => ({ ...file, sha256: hashes.get(file.name)! }));
};

const uploaded = ({ name, bytes, sha256, arrivedAt }: ReadFile, at: string): UploadedFile => ({
  path: at,
  filename: name,
  bytes,
  sha256,
  arrived_at: arrivedAt,
});

const optionsOf = ({ config }: DatasetInput): BucketFileOptions => {
  assert(isOfBucket(config.options), "a dataset of a bucket has options of one");
  return config.options;
};

/** The same dataset of uploads. Files that were not fetched have no path. */
const asFiles = ({ input, fetched }: Bucket, { files, replaced, through }: Arrivals): DatasetInput => {
  const { history, config } = input;
  const { prefix = "", type: _, refresh_hours: __, table_format: ___, ...options } = optionsOf(input);
  const hosted: DatasetConfig["options"] = {
    ...options,
    type: "hosted_csv",
    upload_directory: literalDirectory(prefix).split("/").at(-1)!,
  };
  return {
    ...input,
    config: { ...config, options: hosted },
    files: files.map((file) => ({
      ...(fetched.get(file.name) ?? uploaded(file, "")),
      arrived_at: file.arrivedAt,
    })),
    ...(history && {
      history: {
        ...history,
        arrivalsThrough: through,
        replaced: replaced.map((file) => ({ ...uploaded(file, ""), replaced_at: file.replacedAt })),
      },
    }),
  };
};

/** The result of the files as that of the bucket, which is listed again in some hours. */
const described = async (
  { input, tools, home }: Bucket,
  result: DatasetResult,
  read: RowsToRead,
  { list, version, print, before, files }: Listing,
): Promise<DatasetResult> => {
  const content = read === "nothing" ? before!.content : digest({ print, home, files, now: tools.now });
  const facts: BucketFacts = { print, home, files, result, content };
  // A preview need not have read the oldest files, so it says nothing of what has arrived.
  const { preview } = input.config;
  if (!preview) await writeFile(path.join(tools.dir, factsFile), JSON.stringify(facts));
  const every = (optionsOf(input).refresh_hours ?? 1) * secondsPerHour;
  return {
    ...readAgainEvery(every, result, input, tools),
    ...(preview && { arrivals_through: 0 }),
    content,
    bucket: {
      files: list.length,
      bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
      read,
      ...(version !== undefined && { version }),
      ...(files.length < list.length && { read_files: files.length }),
    },
  };
};

/**
 * Fingerprint of everything that the rows of a file are made by. The interval at which the bucket is listed,
 * and its credentials, are not part of it.
 */
const printOf = async (input: DatasetInput, columns?: readonly unknown[]): Promise<string> => {
  const { refresh_hours: _, ...options } = optionsOf(input);
  const { version = 0, erasedFile = null } = input;
  const erased = erasedFile === null ? null : digest(await readFile(erasedFile, "base64"));
  return digest({
    config: { ...input.config, options },
    version,
    forgotten: erased,
    ...(columns && { columns }),
  });
};
