// Sealing key of an installation whose files are in a bucket: all nodes have the same, so it is an object
// there, and each node has a copy.

import { randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import type { Bucket } from "../objects/bucket.js";
import { sealingKeyFile } from "../store/secrets.js";

const object = "sealing.key";
const keyBytes = 32;

/** Created by the first node. */
export const shareSealingKey = async (bucket: Bucket, dataDir: string): Promise<void> => {
  const shared = (await bucket.read(object)) ?? (await created(bucket));
  const file = sealingKeyFile(dataDir);
  await writeFile(`${file}.new`, shared.bytes, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
};

const created = async (bucket: Bucket) => {
  await bucket.create(object, randomBytes(keyBytes));
  return (await bucket.read(object))!;
};
