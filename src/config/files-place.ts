// Place of uploads and results: the data directory, or a bucket with copies below the data directory.

import path from "node:path";
import type { Config } from "./config.js";

/** Where uploads and results are at the paths that the store names, or, with a bucket, where their copies are. */
export const filesDirOf = ({ files, dataDir }: Pick<Config, "files" | "dataDir">): string =>
  files === undefined ? dataDir : path.join(dataDir, "cache");

interface BucketPlace {
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
}

/** Undefined without a bucket. */
export const bucketPlaceOf = ({
  files,
  filesEndpoint,
  filesRegion,
}: Pick<Config, "files" | "filesEndpoint" | "filesRegion">): BucketPlace | undefined => {
  if (files === undefined) return undefined;
  const [bucket = "", ...prefix] = files.replace(/^s3:\/\/|\/$/g, "").split("/");
  return { bucket, prefix: prefix.join("/"), endpoint: filesEndpoint, region: filesRegion };
};
