// Files of a bucket that a dataset reads: their list, and their download. An object that is replaced between
// the two is not the one that was listed; the storage refuses it by its tag.

import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { readableEndings } from "../../../domain/data/file-format.js";
import { isReadableName, literalBeginning, namesAt } from "../../../domain/data/object-names.js";
import type { FileHash } from "../../../domain/machine/stored-file.js";
import { limits } from "../../../domain/resource/limits.js";
import type { EpochMs } from "../../../domain/resource/resource.js";
import { refuse, retryLater } from "../../../errors/refusal.js";
import { downloadObject } from "../../../objects/s3-client.js";
import type { OwnedBucket } from "./session.js";

export interface BucketFile {
  /** Below the prefix of the connection. */
  name: string;
  /** Of its content: another object has another. */
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
  for await (const file of objectsBelow(bucket, literalBeginning(place))) {
    if (file.bytes === 0 || !isAt(file.name) || !isReadableName(file.name)) continue;
    files.push(file);
    const { is: limit } = limits.bucketFiles;
    if (files.length > limit) throw refuse("bucket-files-too-many", { limit, place: shown(bucket, place) });
  }
  if (files.length === 0)
    throw refuse("bucket-empty", { place: shown(bucket, place), endings: readableEndings });
  return files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
};

async function* objectsBelow(
  { client, bucket, prefix }: OwnedBucket,
  beginning: string,
): AsyncIterable<BucketFile> {
  for (let after: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({
        ...{ Bucket: bucket, Prefix: `${prefix}${beginning}` },
        ...(after !== undefined && { ContinuationToken: after }),
      }),
    );
    for (const { Key, ETag, Size = 0, LastModified } of page.Contents ?? [])
      yield { name: Key!.slice(prefix.length), tag: ETag!, bytes: Size, modifiedMs: LastModified!.getTime() };
    if (!page.IsTruncated) return;
    after = page.NextContinuationToken;
  }
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
