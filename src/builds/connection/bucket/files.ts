// Files of a bucket that a dataset reads: their list, and their download. An object that is replaced between
// the two is not the one that was listed; the storage refuses it by its tag.

import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { objectEndings } from "../../../domain/data/file-format.js";
import { isReadableName, literalBeginning, namesAt } from "../../../domain/data/object-names.js";
import type { FileHash } from "../../../domain/machine/stored-file.js";
import { type Limit, limits } from "../../../domain/resource/limits.js";
import type { EpochMs } from "../../../domain/resource/resource.js";
import { refuse, retryLater } from "../../../errors/refusal.js";
import { downloadObject, listPages } from "../../../objects/s3-client.js";
import type { OwnedBucket } from "./session.js";

export interface BucketFile {
  /** Below the prefix of the connection. */
  name: string;
  /** Tag of the content: another object has another. */
  tag: string;
  bytes: number;
  modifiedMs: EpochMs;
}

/**
 * The files at a place, a directory or a pattern, in the order in which they came. Refuses `bucket-empty` and
 * `bucket-files-too-many`.
 */
export const listFiles = async (bucket: OwnedBucket, place: string): Promise<BucketFile[]> => {
  const isAt = namesAt(place);
  const files: BucketFile[] = [];
  const refuseBeyond = (count: number, { is: limit }: Limit) => {
    if (count > limit) throw refuse("bucket-files-too-many", { limit, place: shown(bucket, place) });
  };
  let listed = 0;
  for await (const page of pagesBelow(bucket, literalBeginning(place))) {
    // A server may also answer page after page without an object.
    listed += Math.max(page.length, 1);
    refuseBeyond(listed, limits.bucketObjects);
    for (const file of page)
      if (file.bytes > 0 && isAt(file.name) && isReadableName(file.name, place)) files.push(file);
    refuseBeyond(files.length, limits.bucketFiles);
  }
  if (files.length === 0)
    throw refuse("bucket-empty", { place: shown(bucket, place), endings: objectEndings });
  return files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
};

async function* pagesBelow(
  { client, bucket: Bucket, prefix }: OwnedBucket,
  beginning: string,
): AsyncIterable<BucketFile[]> {
  const Prefix = `${prefix}${beginning}`;
  const pages = listPages((ContinuationToken) =>
    client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
  );
  for await (const { Contents = [] } of pages)
    yield Contents.map(({ Key, ETag, Size = 0, LastModified }) => ({
      name: Key!.slice(prefix.length),
      tag: ETag!,
      bytes: Size,
      modifiedMs: LastModified!.getTime(),
    }));
}

const shown = ({ bucket, prefix }: OwnedBucket, place: string): string => `s3://${bucket}/${prefix}${place}`;

/** Writes the file to a new one of this machine. Refuses `bucket-file-changed`. */
export const downloadFile = async (
  { client, bucket, prefix }: OwnedBucket,
  { name, tag, bytes }: BucketFile,
  to: string,
): Promise<FileHash> => {
  const wanted = { Bucket: bucket, Key: `${prefix}${name}`, IfMatch: tag };
  try {
    const found = await downloadObject(client, wanted, to, { bytes, isFinal: (error) => isRefused(error) });
    if (found.bytes === bytes) return found;
    throw retryLater("bucket-file-changed", { file: name });
  } catch (error) {
    if (isGone(error)) throw retryLater("bucket-file-changed", { file: name }, error);
    throw error;
  }
};

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

const isRefused = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;

const isGone = (error: unknown): boolean =>
  (error as Error).name === "NoSuchKey" || [404, 412].includes(statusOf(error));
