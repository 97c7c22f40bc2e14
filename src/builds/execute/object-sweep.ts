// Sweep of a bucket: removal of objects that are no longer needed.
//
//   discards   the store gave them up. An object that a later result links stays, and with it the discard, until no result links it.
//   stalled    uploads in parts whose client has been silent for a day, and uploads that a dead process left in parts
//   unknown    everything else that the store does not name. It stays where it is for some days, and is then removed; if it is more than a
//              fifth of what there is, nothing is removed, because then the store is probably not the one of the bucket.
//
// Ages go by the clock of the bucket. A younger object may belong to an upload or a build that is about to be recorded.

import path from "node:path";
import type { Db } from "../../db/connection.js";
import { type EpochMs, msPerDay } from "../../domain/resource/resource.js";
import { allOf, type Bucket, partsBelow, removeBelow, type StoredObject } from "../../objects/bucket.js";
import { listDiscards, pathsInUse } from "../../store/discards.js";
import { listStoredResults } from "../../store/stored-files.js";
import { listResumableUploads, removeResumableUpload } from "../../store/uploads.js";
import { type Amount, isTooMuch } from "./amount.js";
import { accountOf } from "./reads.js";

export interface ObjectSweepOptions {
  db: Db;
  bucket: Bucket;
  trashDays: number;
  clock: () => EpochMs;
  monotonicMs: () => number;
  log: { info(fields: object, text: string): void };
}

const hours = 3_600_000;
const unknownAfterMs = 1 * hours;
const stalledAfterMs = 24 * hours;

/** Listing everything costs a request for each thousand objects. */
const listEveryMs = 6 * hours;

const roots = ["uploads", "relations"] as const;

export class ObjectSweep {
  private linked = new Map<string, Promise<ReadonlySet<string>>>();
  /** Objects of discards that were linked when they were last listed. */
  private readonly kept = new Map<string, readonly string[]>();
  private listedMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ObjectSweepOptions) {}

  /** Results may have changed. */
  begin(): void {
    this.linked = new Map();
  }

  /** Removes what a discard names; true once nothing of it is left. */
  async removeGivenUp(name: string): Promise<boolean> {
    const { bucket } = this.options;
    const linked = await this.linkedBy(accountOf(name));
    if (this.kept.get(name)?.every((object) => linked.has(object))) return false;
    const found = (await allOf(bucket.list(name))).map((object) => object.name);
    const given = found.filter((object) => isBelow(object, name) || isBelow(object, partsBelow(name)));
    const left = given.filter((object) => linked.has(object));
    await bucket.remove(given.filter((object) => !linked.has(object)));
    if (left.length === 0) return this.kept.delete(name) || true;
    this.kept.set(name, left);
    return false;
  }

  /** Removes the objects of an account that is deleted. */
  async removeAccount(accountId: string): Promise<void> {
    for (const root of roots) await removeBelow(this.options.bucket, path.posix.join(root, accountId));
  }

  /**
   * Removes objects of an account that the store does not name, without waiting for days: people had it
   * deleted.
   */
  async removeUnknownOf(accountId: string): Promise<void> {
    const { unknown } = await this.objectsOf([accountId]);
    await this.options.bucket.remove(unknown.map(({ name }) => name));
  }

  /** Objects of an account that no result or upload has any more. */
  async unusedOf(accountId: string): Promise<StoredObject[]> {
    const { objects, isUsed } = await this.objectsOf([accountId]);
    return objects.filter((object) => !isUsed(object.name));
  }

  /** Sweeps. Returns in words what was too much to remove; undefined if everything was swept. */
  async sweep(): Promise<string | undefined> {
    const { bucket, monotonicMs, log } = this.options;
    await this.discardStalled();
    if (monotonicMs() - this.listedMs < listEveryMs) return undefined;
    const ended = await bucket.endUploads(stalledAfterMs);
    if (ended > 0) log.info({ uploads: ended }, "ended uploads to the bucket whose process had died");
    const stopped = await this.removeUnknown();
    if (stopped === undefined) this.listedMs = monotonicMs();
    return stopped;
  }

  private async removeUnknown(): Promise<string | undefined> {
    const { bucket, trashDays, log } = this.options;
    const accounts = await Promise.all(roots.map((root) => bucket.folders(root)));
    const { objects, unknown } = await this.objectsOf([...new Set(accounts.flat())]);
    const amount = amountOf(unknown);
    if (isTooMuch(amount, amountOf(objects))) return `${amount.entries} of ${objects.length} objects`;
    const old = unknown.filter(({ ageMs }) => ageMs >= trashDays * msPerDay);
    await bucket.remove(old.map(({ name }) => name));
    if (old.length > 0) log.info({ ...amountOf(old) }, "removed objects that the store does not know");
    return undefined;
  }

  private async objectsOf(accountIds: readonly string[]) {
    this.begin();
    const { db, bucket } = this.options;
    const objects: StoredObject[] = [];
    for (const accountId of accountIds)
      for (const root of roots)
        for await (const object of bucket.list(`${root}/${accountId}/`)) objects.push(object);
    const used = new Set(await pathsInUse(db.kysely));
    const given = new Set((await listDiscards(db.kysely)).map((each) => each.path));
    const arriving = (await listResumableUploads(db.kysely)).filter(
      ({ finished_at }) => finished_at === null,
    );
    for (const upload of arriving) used.add(partsBelow(upload.path));
    for (const accountId of accountIds) for (const name of await this.linkedBy(accountId)) used.add(name);
    const isUsed = (name: string) => used.has(entryOf(name)) || used.has(name);
    const isGiven = (name: string) => given.has(entryOf(name)) || given.has(name.replace(/\.parts\/.*$/, ""));
    const unknown = objects.filter(
      ({ name, ageMs }) => ageMs >= unknownAfterMs && !isUsed(name) && !isGiven(name),
    );
    return { objects, isUsed, unknown };
  }

  private linkedBy(accountId: string): Promise<ReadonlySet<string>> {
    const found = this.linked.get(accountId) ?? linkedObjects(this.options.db, accountId);
    this.linked.set(accountId, found);
    return found;
  }

  private async discardStalled(): Promise<void> {
    const { db, bucket, clock } = this.options;
    for (const upload of await listResumableUploads(db.kysely)) {
      const parts = await allOf(bucket.list(`${partsBelow(upload.path)}/`));
      const sinceMs = Math.min(clock() - upload.created_at, ...parts.map(({ ageMs }) => ageMs));
      if (sinceMs < stalledAfterMs) continue;
      await db.transaction((trx) => removeResumableUpload(trx, upload, clock()));
    }
  }
}

/** Objects of earlier results that the present ones have files in. */
const linkedObjects = async ({ kysely }: Db, accountId: string): Promise<ReadonlySet<string>> => {
  const results = await listStoredResults(kysely, accountId);
  return new Set(results.flatMap(({ resultFiles }) => resultFiles.flatMap(({ object }) => object ?? [])));
};

const isBelow = (object: string, name: string): boolean => object === name || object.startsWith(`${name}/`);

/** uploads/<account>/<directory>/<file> and relations/<account>/<resource>/<build> */
const entryOf = (name: string): string => name.split("/").slice(0, 4).join("/");

const amountOf = (objects: readonly StoredObject[]): Amount => ({
  entries: objects.length,
  bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
});
