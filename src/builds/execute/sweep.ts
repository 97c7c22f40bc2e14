// Sweep: removal of data that is no longer needed.
//
//   discards   the store gave them up: replaced or deleted by their owner. Removed for good once no running work reads them.
//   stalled    uploads in parts whose client has been silent for a day, and bodies that never became an upload: removed for good.
//   unknown    everything else that the store does not name. Moved to the trash for some days; if it is more than a fifth of what there
//              is, nothing is moved, because then the store is probably not the one that the files belong to.
//
// Files grow old by the time that the service has run (see `ages.ts`), so a jump of the machine's clock
// removes nothing.

import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { forgetCommitMarkers } from "../../db/commit.js";
import type { Db } from "../../db/connection.js";
import { readSharedNow } from "../../db/shared-clock.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { accountsToDelete, removeAccount } from "../../store/accounts.js";
import { discard, forgetDiscard, listDiscards, pathsInUse } from "../../store/discards.js";
import { forgetOldRequests } from "../../store/idempotency.js";
import { forgetReplacedBefore } from "../../store/replaced-uploads.js";
import { listResumableUploads, removeResumableUpload } from "../../store/uploads.js";
import { Ages } from "./ages.js";
import { type Amount, isTooMuch } from "./amount.js";
import { relationsRoot, uploadsRoot, workRoot } from "./data-directory.js";
import { bytesOf, entriesOf, isUnfinished, markOf } from "./entries.js";
import type { ObjectSweep } from "./object-sweep.js";
import { mayBeRead, type Reads, type ReadsOfNode } from "./reads.js";
import { emptyTrash, moveToTrash, purgeTrash, purgeTrashOfAccount, trashDays, trashOf } from "./trash.js";

export interface SweeperOptions {
  db: Db;
  dataDir: string;
  reads: Reads;
  /** Directories that other nodes read. Absent: there are none. */
  otherReads?(): readonly ReadsOfNode[];
  /** Absent: all files are in the data directory. */
  objects?: ObjectSweep | undefined;
  trashDays: number;
  troubles: Troubles;
  clock: () => EpochMs;
  /** Milliseconds of a clock that never jumps. */
  monotonicMs: () => number;
  log: { info(fields: object, text: string): void; error(fields: object, text: string): void };
}

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

/** A request may just have looked up the path of a file that it opens next. */
const discardAfterMs = 1 * minutes;

/** Younger unknown entries may belong to an upload or a build that is about to be recorded. */
const unknownAfterMs = 1 * hours;

/** An upload that is sent in parts may pause for this long. */
const stalledAfterMs = 1 * days;

/** A replaced file that no build reads for so long is not read any more. */
const unreadAfterMs = 7 * days;

const roots = ["uploads", "relations"] as const;

/** When a discard was first seen, so that it had been recorded by then. */
interface FirstSeen {
  /** Moment by the clock that all nodes share. */
  sharedMs: EpochMs;
  monotonicMs: number;
}

export class Sweeper {
  private readonly ages: Ages;
  private readonly firstSeen = new Map<string, FirstSeen>();

  constructor(private readonly options: SweeperOptions) {
    this.ages = new Ages(path.join(options.dataDir, "sweep.json"), options.monotonicMs);
  }

  /** Removes what the store has given up and nothing reads. */
  async removeDiscards(): Promise<Amount> {
    const { db, dataDir, objects, reads, log } = this.options;
    const removed: Amount = { entries: 0, bytes: 0 };
    const discards = await listDiscards(db.kysely);
    if (discards.length === 0) return removed;
    const used = new Set(await pathsInUse(db.kysely));
    const seen = await this.seenNow();
    objects?.begin();
    for (const { path: name } of discards) {
      if (used.has(name)) await forgetDiscard(db.kysely, name);
      if (used.has(name) || reads.includes(name) || !this.isLongDiscarded(name, seen)) continue;
      if (objects && !(await objects.removeGivenUp(name))) continue;
      removed.bytes += await bytesOf(path.join(dataDir, name));
      removed.entries++;
      await this.removeForGood(name);
    }
    if (removed.entries > 0)
      log.info({ ...removed }, "removed results and uploads that were replaced or deleted");
    return removed;
  }

  /** Removes stalled uploads, sets unknown entries aside, and empties the trash of long ago. */
  async sweep(): Promise<void> {
    await this.discardUnread();
    await forgetOldRequests(this.options.db.kysely, this.options.clock());
    await forgetCommitMarkers(this.options.db);
    const { objects, troubles } = this.options;
    const excess = objects ? await objects.sweep() : await this.sweepDirectory();
    if (excess) troubles.report("sweep-stopped", refuse("sweep-stopped", { detail: excess }).message);
    else troubles.clear("sweep-stopped");
  }

  /**
   * Sweeps a directory. Returns in words what was too much to set aside; undefined if everything was swept.
   */
  private async sweepDirectory(): Promise<string | undefined> {
    await this.ages.begin();
    await this.discardStalled();
    const used = await this.known();
    const stopped: string[] = [];
    for (const root of roots) {
      const excess = await this.sweepRoot(root, used);
      if (excess) stopped.push(excess);
    }
    await this.emptyOldTrash();
    await this.ages.end();
    return stopped.length > 0 ? stopped.join(" and ") : undefined;
  }

  /** This moment, for discards that are seen for the first time. */
  private async seenNow(): Promise<FirstSeen> {
    const { db, clock, monotonicMs } = this.options;
    return { sharedMs: await readSharedNow(db, clock), monotonicMs: monotonicMs() };
  }

  /** Whether a request has had time to open it, and no other node still reads what was there before it was given up. */
  private isLongDiscarded(name: string, now: FirstSeen): boolean {
    const seen = this.firstSeen.get(name) ?? now;
    this.firstSeen.set(name, seen);
    const others = this.options.otherReads?.() ?? [];
    return now.monotonicMs - seen.monotonicMs >= discardAfterMs && !mayBeRead(others, name, seen.sharedMs);
  }

  private async removeForGood(name: string): Promise<void> {
    const { db, dataDir } = this.options;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 4 });
    await purgeTrash(dataDir, name);
    await forgetDiscard(db.kysely, name);
    this.firstSeen.delete(name);
  }

  private async discardStalled(): Promise<void> {
    const { db, dataDir, clock } = this.options;
    for (const upload of await listResumableUploads(db.kysely)) {
      const mark = await markOf(path.join(dataDir, upload.path));
      if (mark !== undefined && this.ages.of(upload.path, mark) < stalledAfterMs) continue;
      await db.transaction((trx) => removeResumableUpload(trx, upload, clock()));
    }
  }

  private async discardUnread(): Promise<void> {
    const { db, clock } = this.options;
    await db.transaction((trx) => forgetReplacedBefore(trx, clock() - unreadAfterMs, clock()));
  }

  private async known(): Promise<ReadonlySet<string>> {
    const { kysely } = this.options.db;
    const discards = await listDiscards(kysely);
    return new Set([...(await pathsInUse(kysely)), ...discards.map((each) => each.path)]);
  }

  /** Sweeps the root. Returns in words what was too much to set aside; undefined if it is swept. */
  private async sweepRoot(
    root: (typeof roots)[number],
    used: ReadonlySet<string>,
  ): Promise<string | undefined> {
    const { dataDir, reads, clock, log } = this.options;
    const all = await entriesOf(dataDir, root);
    const old: string[] = [];
    for (const name of all) {
      if (used.has(name) || reads.includes(name)) continue;
      const mark = await markOf(path.join(dataDir, name));
      if (mark !== undefined && this.ages.of(name, mark) >= unknownAfterMs) old.push(name);
    }
    const unfinished = old.filter(isUnfinished);
    const unknown = old.filter((name) => !isUnfinished(name));
    for (const name of unfinished) await rm(path.join(dataDir, name), { recursive: true, force: true });
    if (unfinished.length > 0)
      log.info({ root, entries: unfinished.length }, "removed bodies that never became an upload");
    if (unknown.length === 0) return undefined;
    const amount = await amountOf(dataDir, unknown);
    if (isTooMuch(amount, await amountOf(dataDir, all)))
      return `${amount.entries} of ${all.length} ${root === "uploads" ? "uploads" : "results"}`;
    for (const name of unknown) this.ages.restart(await moveToTrash(dataDir, name, clock()));
    log.info({ root, ...amount }, "moved files that the store does not know to the trash");
    return undefined;
  }

  private async emptyOldTrash(): Promise<void> {
    const { dataDir, trashDays: keptDays, log } = this.options;
    for (const day of await trashDays(dataDir)) {
      const dir = trashOf(day);
      if (this.ages.of(dir, day) < keptDays * days) continue;
      const bytes = await bytesOf(path.join(dataDir, dir));
      await emptyTrash(dataDir, day);
      log.info({ day, bytes }, "emptied the trash of a day");
    }
  }
}

const amountOf = async (dataDir: string, names: readonly string[]): Promise<Amount> => {
  let bytes = 0;
  for (const name of names) bytes += await bytesOf(path.join(dataDir, name));
  return { entries: names.length, bytes };
};

/** Removes the work of killed processes, but for that of the nodes that live. A killed step may still be writing. */
export const clearWork = async (dataDir: string, living: () => Promise<readonly string[]>): Promise<void> => {
  // The directory itself stays: it may be a mount. A node is known to live before it works.
  const found = await readdir(workRoot(dataDir)).catch(() => []);
  const kept = await living();
  for (const name of found)
    if (!kept.includes(name))
      await rm(path.join(workRoot(dataDir), name), { recursive: true, force: true, maxRetries: 8 });
};

/**
 * Deletes the accounts that are due, with everything they own; returns their number. Records go first, so
 * that nothing points to the files that are removed next, and discards of them stay in case the service is
 * killed in between. A step that still runs for such an account finds its job gone, and its result is
 * dropped.
 */
export const deleteDueAccounts = async (
  db: Db,
  dataDir: string,
  now: EpochMs,
  objects?: ObjectSweep,
): Promise<number> => {
  let deleted = 0;
  for await (const id of accountsToDelete(db.kysely, now)) {
    const owned = [uploadsRoot(dataDir), relationsRoot(dataDir)].map((root) => path.join(root, id));
    const isDeleted = await db.transaction(async (trx) => {
      if (!(await removeAccount(trx, id, now))) return false;
      for (const dir of owned)
        await discard(trx, { accountId: id, path: path.relative(dataDir, dir), reason: "deleted" }, now);
      return true;
    });
    if (!isDeleted) continue;
    await objects?.removeAccount(id);
    for (const dir of owned) {
      await rm(dir, { recursive: true, force: true, maxRetries: 4 });
      await forgetDiscard(db.kysely, path.relative(dataDir, dir));
    }
    await purgeTrashOfAccount(dataDir, id);
    deleted++;
  }
  return deleted;
};
