// Bucket as a source: files of an S3-compatible storage. A bucket may lack files or a permission at
// first: until a build succeeds, it is listed each hour.

import { bucketTypes } from "../../../domain/data/connections/registry.js";
import { accessTo, connectionOf } from "../../connection/kind.js";
import type { DatasetSource } from "./source.js";

export const bucket: DatasetSource = {
  types: bucketTypes,
  isConnected: true,
  triedAgainMs: 3_600_000,
  plan(config, account) {
    const connection = connectionOf(config, account);
    return {
      from: { connection: connection?.config },
      input: (data) => {
        const { maxUnpackedBytes } = data;
        return connection ? { bucket: { access: accessTo(connection, data), maxUnpackedBytes } } : {};
      },
    };
  },
  open: async (input, tools, use) => (await import("./bucket-files.js")).openBucket(input, tools, use),
  openAsBuilt: async (input, tools, use) =>
    (await import("./bucket-files.js")).openBucketAsBuilt(input, tools, use),
};
