// The file of a storage that a target writes, whole. It has marks of the target that owns it, so that no other file is
// ever replaced, and of the hash of its bytes, so that equal bytes are not sent again.

import type { ObjectOptions } from "../../domain/target/target.js";
import { assert, refuse } from "../../errors/refusal.js";
import { isBucketAccess } from "../connection/access.js";
import { withStorage } from "../connection/storage/open.js";
import type { Delivery } from "./input.js";

/** Refuses what `withStorage` refuses, and `object-foreign`. */
export const writeObject = async (
  file: string,
  sha256: string,
  { key: pattern, now }: Pick<ObjectOptions, "key"> & { now: number },
  { access, targetId }: Delivery,
): Promise<void> => {
  assert(isBucketAccess(access), "an object is written to a storage");
  const key = keyOn(pattern, now);
  await withStorage(access, async (storage) => {
    const found = await storage.marksOf(key);
    if (found !== null && found.targetId !== targetId)
      throw refuse("object-foreign", { place: storage.shown(key) });
    if (found?.sha256 === sha256) return;
    await storage.write(key, file, { targetId, sha256 });
  });
};

const keyOn = (key: string, now: number): string =>
  key.replaceAll("{date}", new Date(now).toISOString().slice(0, 10));
