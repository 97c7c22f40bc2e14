// Dataset of a bucket's files. A build lists the bucket and compares the list with that of the previous
// build. Where nothing changed, the previous result is taken over; where files only came, they alone are
// fetched and read; otherwise all are. Files are fetched into the scratch of the build and read as uploads
// are; what they were is kept as a list of names, tags, hashes and arrivals, and not as bytes.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { BucketFileOptions } from "../../domain/data/dataset-options.js";
import { literalDirectory } from "../../domain/data/object-names.js";
import type { DatasetResult, ReadBucket } from "../../domain/proposal/dataset-result.js";
import { assert } from "../../errors/refusal.js";
import { isBucketAccess } from "../connection/access.js";
import { type BucketFile, downloadFile, listFiles } from "../connection/bucket/files.js";
import { type OwnedBucket, withBucket } from "../connection/bucket/session.js";
import { computed, type StepTools } from "../kind/kind.js";
import { type Arrivals, arrivalsOf, compareFiles, type ReadFile } from "./bucket-arrivals.js";
import { continueDataset } from "./continue.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import { readSourceFacts, type SourceFacts, takeOver } from "./taken-over.js";

type BuildFiles = (input: DatasetInput, tools: StepTools) => Promise<DatasetResult>;

interface BucketFacts extends SourceFacts {
  /** Of the bucket: files of the same name in another are others. */
  home: string;
  files: ReadFile[];
}

const factsFile = "bucket.json";

/** A preview reads the newest files up to so many bytes, and at least one. */
const previewBytes = 200_000_000;

const fetchedAtOnce = 4;

/** Refuses what `withBucket`, `listFiles` and `downloadFile` refuse, and what building refuses. */
export const buildBucketDataset = async (
  input: DatasetInput,
  tools: StepTools,
  build: BuildFiles,
): Promise<DatasetResult> => {
  const { access } = input.bucket ?? {};
  assert(access && isBucketAccess(access), "a dataset of a bucket has a connection to one");
  const scratch = path.join(tools.dir, "bucket");
  await mkdir(scratch);
  try {
    return await withBucket(access, async (bucket) => {
      const { endpoint = "" } = access.options;
      const home = digest([endpoint, bucket.bucket, bucket.prefix]);
      return buildFrom({ input, tools, bucket, scratch, home }, build);
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

interface Source {
  input: DatasetInput;
  tools: StepTools;
  bucket: OwnedBucket;
  scratch: string;
  home: string;
}

interface Made {
  result: DatasetResult;
  read: ReadBucket["read"];
  files: ReadFile[];
}

const buildFrom = async (source: Source, build: BuildFiles): Promise<DatasetResult> => {
  const { input, tools, bucket, home } = source;
  const { prefix = "" } = optionsOf(input);
  tools.progress(0, "Listing the bucket");
  const listed = await listFiles(bucket, prefix);
  const chosen = input.config.preview ? newestOf(listed) : listed;
  const print = await printOf(input);
  const before = await readSourceFacts<BucketFacts>(input, factsFile);
  const known = before?.home === home ? before.files : [];
  const ofOther = before && before.home !== home ? before.files : [];
  const compared = compareFiles(known, chosen);
  const gone = [...compared.gone, ...ofOther];
  const fetched = new Map<string, UploadedFile>();
  const read = await fetchAll(source, compared.other, fetched);
  const since = { through: input.history?.previous?.through ?? 0, now: tools.now };
  const arrivals = arrivalsOf({ same: compared.same, gone }, read, known, since);
  const comparison = { same: before?.print === print ? before : null, known, arrivals, fetched };
  const made =
    (await withoutChange(source, comparison)) ??
    (await withAdded(source, comparison)) ??
    (await whole(source, comparison, build));
  return finished(source, made, { print, before, listed });
};

interface Comparison {
  /** The previous build, where it was made in the same way. */
  same: BucketFacts | null;
  known: readonly ReadFile[];
  arrivals: Arrivals;
  /** Files that were fetched, by name. */
  fetched: Map<string, UploadedFile>;
}

const newestOf = (listed: readonly BucketFile[]): BucketFile[] => {
  let bytes = 0;
  const newest = listed.toReversed().filter((file, i) => {
    bytes += file.bytes;
    return i === 0 || bytes <= previewBytes;
  });
  return newest.reverse();
};

const withoutChange = async (
  { input, tools }: Source,
  { same, known, arrivals: { files, replaced } }: Comparison,
): Promise<Made | null> => {
  const dir = input.history?.previous?.dir;
  const isSame = replaced.length === 0 && files.every((file) => known.some((each) => isOneFile(each, file)));
  if (!same || dir === undefined || !isSame) return null;
  const result = await takeOver(tools, same, dir, factsFile);
  return result && { result, read: "nothing", files };
};

const isOneFile = (a: ReadFile, b: ReadFile): boolean =>
  a.name === b.name && a.sha256 === b.sha256 && a.arrivedAt === b.arrivedAt;

/** Null where all files have to be read. */
const withAdded = async (source: Source, { same, arrivals, fetched }: Comparison): Promise<Made | null> => {
  if (!same || arrivals.replaced.length > 0) return null;
  const files = arrivals.files.map((file) => fetched.get(file.name) ?? uploaded(file, ""));
  const { tools } = source;
  const result = await computed(tools, () => continueDataset(asFiles(source.input, arrivals, files), tools));
  return result && { result, read: "added", files: arrivals.files };
};

const whole = async (source: Source, { arrivals, fetched }: Comparison, build: BuildFiles): Promise<Made> => {
  const left = arrivals.files.filter(({ name }) => !fetched.has(name));
  await fetchAll(source, left, fetched);
  const files = arrivals.files.map((file) => ({ ...fetched.get(file.name)!, arrived_at: file.arrivedAt }));
  const { tools } = source;
  const result = await computed(tools, () => build(asFiles(source.input, arrivals, files), tools));
  return { result, read: "all", files: arrivals.files };
};

/** The files with their hashes, in their order. Their arrival is not known yet. */
const fetchAll = async (
  { input, bucket, scratch, tools: { progress } }: Source,
  files: readonly BucketFile[],
  fetched: Map<string, UploadedFile>,
): Promise<(BucketFile & { sha256: string })[]> => {
  const hashes = new Map<string, string>();
  const left = [...files];
  const fetchNext = async (): Promise<void> => {
    for (let file = left.shift(); file; file = left.shift()) {
      progress(0, `Fetching file ${files.length - left.length} of ${files.length}`);
      const to = path.join(scratch, `${fetched.size}-${left.length}`);
      const { sha256 } = await downloadFile(bucket, file, to);
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
  ...{ path: at, filename: name, bytes, sha256 },
  arrived_at: arrivedAt,
});

const optionsOf = ({ config }: DatasetInput): BucketFileOptions => {
  assert(config.options.type === "s3", "a dataset of a bucket has options of one");
  return config.options;
};

/** The same dataset of uploads. */
const asFiles = (
  input: DatasetInput,
  { files: read, replaced, through }: Arrivals,
  files: UploadedFile[],
): DatasetInput => {
  const { history, config } = input;
  const { prefix = "", type: _, refresh_hours: __, ...options } = optionsOf(input);
  const arrivedAt = new Map(read.map((file) => [file.name, file.arrivedAt]));
  const hosted: DatasetConfig["options"] = {
    ...{ ...options, type: "hosted_csv" },
    upload_directory: literalDirectory(prefix).split("/").at(-1)!,
  };
  return {
    ...{ ...input, config: { ...config, options: hosted } },
    files: files.map((file) => ({ ...file, arrived_at: arrivedAt.get(file.filename)! })),
    ...(history && {
      history: {
        ...{ ...history, arrivalsThrough: through },
        replaced: replaced.map((file) => ({ ...uploaded(file, ""), replaced_at: file.replacedAt })),
      },
    }),
  };
};

const secondsPerHour = 3600;

/** The result of the files as that of the bucket, which is listed again in some hours. */
const finished = async (
  { input, tools, home }: Source,
  { result: made, read, files }: Made,
  { print, before, listed }: { print: string; before: BucketFacts | null; listed: readonly BucketFile[] },
): Promise<DatasetResult> => {
  const content = read === "nothing" ? before!.content : digest({ print, home, files, now: tools.now });
  const facts: BucketFacts = { print, home, files, result: made, content };
  // A preview need not have read the oldest files, so it says nothing of what has arrived.
  const { preview } = input.config;
  if (!preview) await writeFile(path.join(tools.dir, factsFile), JSON.stringify(facts));
  const every = (optionsOf(input).refresh_hours ?? 1) * secondsPerHour;
  return {
    ...made,
    ...(preview && { arrivals_through: 0 }),
    content,
    next_due: Math.min(made.next_due ?? Number.POSITIVE_INFINITY, Math.floor(tools.now / 1000) + every),
    refresh_seconds: every,
    ...(input.dueThrough != null && { due_through: input.dueThrough }),
    bucket: {
      ...{ files: listed.length, bytes: listed.reduce((sum, { bytes }) => sum + bytes, 0), read },
      ...(files.length < listed.length && { read_files: files.length }),
    },
  };
};

/** Of everything that the rows of a file are made by. How often the bucket is listed, and its credentials, are not. */
const printOf = async (input: DatasetInput): Promise<string> => {
  const { refresh_hours: _, ...options } = optionsOf(input);
  const { version = 0, forgottenFile = null } = input;
  const forgotten = forgottenFile === null ? null : digest(await readFile(forgottenFile, "base64"));
  return digest({ config: { ...input.config, options }, version, forgotten });
};

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");
