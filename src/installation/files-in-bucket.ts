// Files of an installation in a bucket: opened, joined with the metadata store, and watched.

import type { Db } from "../db/connection.js";
import type { Troubles } from "../errors/troubles.js";
import type { Bucket } from "../objects/bucket.js";
import { BucketWatch } from "../objects/bucket-watch.js";
import { openBucket } from "../objects/open-bucket.js";
import { requireBucketPair, waitForBucket } from "./bucket-identity.js";
import { shareSealingKey } from "./bucket-secrets.js";

export interface BucketOptions {
  db: Db;
  /** Where copies are. */
  dataDir: string;
  troubles: Troubles;
  say(line: string): void;
}

export interface FilesInBucket {
  bucket: Bucket;
  /** Mark that tells the bucket from a copy. */
  bucketMark: string;
  close(): void;
}

/** Waits for a bucket that does not answer yet. Throws for the operator. */
export const openFilesInBucket = async (
  place: Omit<Parameters<typeof openBucket>[0], "onAnswer">,
  { db, dataDir, troubles, say }: BucketOptions,
): Promise<FilesInBucket> => {
  const watch = new BucketWatch(troubles);
  const bucket = await openBucket({ ...place, onAnswer: (error) => watch.note(error) });
  try {
    await waitForBucket(bucket, say);
    const bucketMark = await requireBucketPair({ db, bucket });
    await shareSealingKey(bucket, dataDir);
    const stopWatching = watch.start(bucket);
    return {
      bucket,
      bucketMark,
      close() {
        stopWatching();
        bucket.close();
      },
    };
  } catch (error) {
    bucket.close();
    throw error;
  }
};
