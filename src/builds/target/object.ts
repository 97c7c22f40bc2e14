// The object of a bucket that a target writes: its file, whole. Readers see the object of before until the
// new one is complete. Its metadata name the target that owns it, so that no other object is ever replaced,
// and the hash of its bytes, so that equal bytes are not sent again.

import { HeadObjectCommand } from "@aws-sdk/client-s3";
import { mediaTypeOf } from "../../delivery/media-type.js";
import type { ObjectOptions } from "../../domain/target/target.js";
import { assert, refuse } from "../../errors/refusal.js";
import { isMissing } from "../../objects/bucket-error.js";
import { uploadObject } from "../../objects/s3-client.js";
import { isBucketAccess } from "../connection/access.js";
import { type OwnedBucket, withBucket } from "../connection/bucket/session.js";
import type { Delivery } from "./input.js";

const ownerField = "bellwether-target";
const hashField = "bellwether-sha256";

/** Refuses what `withBucket` refuses, and `object-foreign`. */
export const writeObject = async (
  file: string,
  sha256: string,
  { key, now }: Pick<ObjectOptions, "key"> & { now: number },
  { access, targetId }: Delivery,
): Promise<void> => {
  assert(isBucketAccess(access), "an object is written to a bucket");
  await withBucket(access, async (bucket) => {
    const Key = `${bucket.prefix}${keyOn(key, now)}`;
    const at = { Bucket: bucket.bucket, Key };
    const found = await metadataOf(bucket, at);
    if (found !== null && found[ownerField] !== targetId)
      throw refuse("object-foreign", { key: Key, bucket: bucket.bucket });
    if (found?.[hashField] === sha256) return;
    const Metadata = { [ownerField]: targetId, [hashField]: sha256 };
    await uploadObject(bucket.client, { ...at, Metadata, ContentType: mediaTypeOf(file) }, file);
  });
};

const keyOn = (key: string, now: number): string =>
  key.replaceAll("{date}", new Date(now).toISOString().slice(0, 10));

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
