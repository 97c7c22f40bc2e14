// Opening of the bucket that the settings name. Without one, nothing of the SDK is loaded.

import type { Bucket } from "./bucket.js";
import type { S3Options } from "./s3-bucket.js";

export const openBucket = async (options: S3Options): Promise<Bucket> => {
  const { S3Bucket } = await import("./s3-bucket.js");
  return new S3Bucket(options);
};
