// Opening of a storage of the owner: a line for each type. The client of a type is loaded when it is needed.

import type { BucketOptions } from "../../../domain/data/connection.js";
import type { BucketType } from "../../../domain/data/connections/registry.js";
import type { OpenStorage } from "./storage.js";

const types: { [T in BucketType]: () => Promise<OpenStorage<Extract<BucketOptions, { type: T }>>> } = {
  s3: async () => (await import("./s3/storage.js")).withS3,
  azure_blobs: async () => (await import("./azure/storage.js")).withAzureBlobs,
  file_link: async () => (await import("./link/storage.js")).withFileLink,
  sftp: async () => (await import("./sftp/storage.js")).withSftpStorage,
};

export const withStorage: OpenStorage<BucketOptions> = async (access, work) => {
  const open = (await types[access.options.type]()) as OpenStorage<BucketOptions>;
  return open(access, work);
};
