// Contents of a bucket, directly below the prefix of a connection: directories, with a slash at the end, and files.

import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { type BucketAccess, withBucket } from "./session.js";

/** Maximum number of entries of a page; a server may send more, which would be too many to choose from. */
const mostEntries = 1_000;

export const listContents = (access: BucketAccess): Promise<string[]> =>
  withBucket(access, async ({ client, bucket, prefix }) => {
    const { CommonPrefixes = [], Contents = [] } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: "/", MaxKeys: mostEntries }),
    );
    const directories = CommonPrefixes.map(({ Prefix }) => Prefix!);
    const files = Contents.flatMap(({ Key }) => (Key === prefix ? [] : Key!));
    const shown = [...directories, ...files].slice(0, mostEntries);
    return shown.map((key) => key.slice(prefix.length)).sort();
  });
