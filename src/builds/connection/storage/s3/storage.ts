// Bucket of the owner as a storage. An object that is replaced between its listing and its download is not the one
// that was listed; the server refuses it by its tag. Marks of an object are its metadata.

import { HeadObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { mediaTypeOf } from "../../../../delivery/media-type.js";
import type { S3Options } from "../../../../domain/data/connection.js";
import { literalBeginning } from "../../../../domain/data/object-names.js";
import { retryLater } from "../../../../errors/refusal.js";
import { isMissing } from "../../../../objects/bucket-error.js";
import { downloadObject, listPages, uploadObject } from "../../../../objects/s3-client.js";
import { mostEntries, type OpenStorage, type OwnedStorage, type StorageFile } from "../storage.js";
import { type OwnedBucket, withBucket } from "./session.js";

export const withS3: OpenStorage<S3Options> = (access, work) =>
  withBucket(access, (bucket) => work(s3Storage(bucket, access.options.endpoint)));

const ownerField = "bellwether-target";
const hashField = "bellwether-sha256";

export const s3Storage = (owned: OwnedBucket, endpoint = ""): OwnedStorage => {
  const { client, bucket: Bucket, prefix } = owned;
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` });
  return {
    identity: [endpoint, Bucket, prefix],
    shown: (place) => `s3://${Bucket}/${prefix}${place}`,
    contents: () => listContents(owned),
    pages: (place) => pagesBelow(owned, literalBeginning(place)),
    async download({ name, tag, bytes }, to) {
      try {
        const reading = { bytes, isFinal: isRefused };
        const found = await downloadObject(client, { ...at(name), IfMatch: tag }, to, reading);
        if (found.bytes === bytes) return found;
        throw retryLater("bucket-file-changed", { file: name });
      } catch (error) {
        if (isGone(error)) throw retryLater("bucket-file-changed", { file: name }, error);
        throw error;
      }
    },
    async marksOf(key) {
      const metadata = await metadataOf(owned, at(key));
      return metadata && { targetId: metadata[ownerField], sha256: metadata[hashField] };
    },
    write: (key, file, { targetId, sha256 }) =>
      uploadObject(
        client,
        {
          ...at(key),
          Metadata: { [ownerField]: targetId, [hashField]: sha256 },
          ContentType: mediaTypeOf(file),
        },
        file,
      ),
  };
};

const listContents = async ({ client, bucket, prefix }: OwnedBucket): Promise<string[]> => {
  const { CommonPrefixes = [], Contents = [] } = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: "/", MaxKeys: mostEntries }),
  );
  const directories = CommonPrefixes.map(({ Prefix }) => Prefix!);
  const files = Contents.flatMap(({ Key }) => (Key === prefix ? [] : Key!));
  const shown = [...directories, ...files].slice(0, mostEntries);
  return shown.map((key) => key.slice(prefix.length)).sort();
};

async function* pagesBelow(
  { client, bucket: Bucket, prefix }: OwnedBucket,
  beginning: string,
): AsyncIterable<StorageFile[]> {
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

/** Null where there is no such object. */
const metadataOf = async (
  { client }: OwnedBucket,
  at: { Bucket: string; Key: string },
): Promise<Record<string, string> | null> => {
  try {
    const { Metadata = {} } = await client.send(new HeadObjectCommand(at));
    return Metadata;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

const isRefused = (error: unknown): boolean => statusOf(error) >= 400 && statusOf(error) < 500;

const isGone = (error: unknown): boolean =>
  (error as Error).name === "NoSuchKey" || [404, 412].includes(statusOf(error));
