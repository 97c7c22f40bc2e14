// Identity of an installation whose files are in a bucket: the object `installation.json` has the id of the
// metadata store. It is created where there is none, so of two installations on one prefix the second is
// refused, even if both are new.
//
//   paired    both have the same id
//   new       neither knows of files or has another partner; the bucket gets the id of the store
//   refused   everything else, until an operator says that it is meant (`bellwether adopt`)

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/connection.js";
import { worldTrouble } from "../errors/world.js";
import type { Bucket } from "../objects/bucket.js";
import { reasonOf } from "../objects/bucket-error.js";
import { countKnownFiles, installationId, recordInstallation } from "../store/installation.js";
import type { StoreSide } from "./identity.js";
import { inTurn, storeName } from "./join.js";

export interface BucketPlace {
  db: Db;
  bucket: Bucket;
}

export interface BucketSide {
  id: string | null;
  /** Accounts that have uploads or results in it. */
  accountIds: readonly string[];
}

type BucketMismatch = "other" | "unnamed" | "taken" | "empty";
export type BucketPairing = { at: "paired" } | { at: "new" } | { at: "refused"; because: BucketMismatch };

export const bucketPairingOf = (store: StoreSide, bucket: BucketSide): BucketPairing => {
  if (store.id !== null && store.id === bucket.id) return { at: "paired" };
  if (bucket.id !== null) return { at: "refused", because: store.id === null ? "taken" : "other" };
  if (bucket.accountIds.length > 0) return { at: "refused", because: "unnamed" };
  return store.files === 0 ? { at: "new" } : { at: "refused", because: "empty" };
};

const object = "installation.json";

export const readBucketPairing = async ({ db, bucket }: BucketPlace): Promise<BucketPairing> => {
  const found = await bucket.read(object);
  const storeId = await installationId(db.kysely);
  const id = found ? idIn(found.bytes, bucket) : null;
  // Beside a bucket with an id, files say nothing, and a start does not count them.
  if (id !== null) return bucketPairingOf({ id: storeId, files: 0 }, { id, accountIds: [] });
  const store = { id: storeId, files: await countKnownFiles(db.kysely) };
  const accountIds = [...(await bucket.folders("uploads")), ...(await bucket.folders("relations"))];
  return bucketPairingOf(store, { id, accountIds });
};

const idIn = (bytes: Buffer, { url }: Bucket): string => {
  try {
    const { id } = JSON.parse(bytes.toString());
    if (typeof id === "string" && id !== "") return id;
  } catch {
    // It is no identity either.
  }
  throw new Error(`${url}/${object} is damaged. Delete it, and run "bellwether adopt".`);
};

/**
 * Throws a message for the operator unless store and bucket belong together. Returns what tells the bucket
 * from a copy.
 */
export const requireBucketPair = (place: BucketPlace): Promise<string> =>
  inTurn(place.db, async () => {
    const { db, bucket } = place;
    if ((await readBucketPairing(place)).at === "new")
      await giveIdentity(place, (await installationId(db.kysely)) ?? randomUUID());
    const pairing = await readBucketPairing(place);
    if (pairing.at === "refused")
      throw new Error(facts[pairing.because]({ url: bucket.url, store: storeName(db) }));
    return (await bucket.read(object))!.version;
  });

/** The store comes first: if the process is killed in between, the next start gives its id to the bucket. */
const giveIdentity = async ({ db, bucket }: BucketPlace, id: string): Promise<void> => {
  await db.transaction((trx) => recordInstallation(trx, id));
  await bucket.create(object, Buffer.from(`${JSON.stringify({ id }, null, 2)}\n`));
};

/** Joins both, although they do not belong together: the store takes the id of the bucket, or gives it one. */
export const adoptBucket = async (place: BucketPlace): Promise<void> => {
  const found = await place.bucket.read(object);
  await giveIdentity(place, found ? idIn(found.bytes, place.bucket) : randomUUID());
};

const nothingChanged = `Nothing was changed. To use both together nevertheless, run "bellwether adopt".`;

const facts: Record<BucketMismatch, (names: { url: string; store: string }) => string> = {
  other: ({ url, store }) =>
    `${store} and ${url} belong to different installations. Set BELLWETHER_FILES to the bucket and prefix of this store, or DATABASE_URL to the store of this bucket. ${nothingChanged}`,
  taken: ({ url, store }) =>
    `${url} belongs to another installation, and ${store.toLowerCase()} is new. Set BELLWETHER_FILES to a prefix of its own, or DATABASE_URL to the store of this bucket. ${nothingChanged}`,
  unnamed: ({ url, store }) =>
    `${url} has uploads and results and no installation.json, so ${store.toLowerCase()} may not be theirs. Copy installation.json of the data directory that the files come from, or set BELLWETHER_FILES to a prefix of its own. ${nothingChanged}`,
  empty: ({ url, store }) =>
    `${store} names uploads and results, and ${url} has none. Copy uploads, relations, installation.json and sealing.key of the data directory into it first (docs/nodes.md), or set BELLWETHER_FILES to the bucket of this store. ${nothingChanged}`,
};

const askAgainMs = 2_000;

/** Waits for a bucket that does not answer yet, and says so. Throws for the operator what waiting cannot end. */
export const waitForBucket = async (bucket: Bucket, say: (line: string) => void): Promise<void> => {
  for (let isSaid = false; ; await sleep(askAgainMs))
    try {
      await bucket.read(object);
      return;
    } catch (error) {
      const reason = reasonOf((error as Error).cause);
      if (worldTrouble(error)?.code !== "files-unavailable") throw error;
      if (lasting.test(reason))
        throw new Error(
          `The bucket ${bucket.url} cannot be used: ${reason}. Check BELLWETHER_FILES, BELLWETHER_FILES_ENDPOINT, BELLWETHER_FILES_REGION and the credentials (docs/nodes.md says which permissions they need).`,
        );
      if (!isSaid) say(`Waiting for the bucket ${bucket.url}: ${reason}.`);
      isSaid = true;
    }
};

/** Answers that stay until someone changes a setting or a permission. */
const lasting =
  /NoSuchBucket|AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|PermanentRedirect|^40[0-9]$|AuthorizationHeaderMalformed|InvalidBucketName|ENOTFOUND|InvalidRegion|UnresolvedRegion|Region is missing/;
