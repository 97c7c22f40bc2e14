// Limits on what an account has. A change may not take it beyond them; one that adds nothing is allowed also
// there, so that an account can be changed and made smaller after a limit was lowered.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { countResources, type ResourceCounts, storedFiles } from "../store/account-size.js";
import type { AppLimits, AppOptions } from "./options.js";

/** Throws `resources-too-many` and `configurations-too-large`. */
export const checkResources = async (
  trx: Kysely<Database>,
  accountId: string,
  before: ResourceCounts,
  { resources, streams }: AppLimits,
): Promise<void> => {
  const after = await countResources(trx, accountId);
  if (after.all > before.all && after.all > resources)
    throw refuse("resources-too-many", { most: resources, type: "resources" });
  if (after.streams > before.streams && after.streams > streams)
    throw refuse("resources-too-many", { most: streams, type: "streams" });
  const { is: most } = limits.configBytes;
  if (after.configBytes > before.configBytes && after.configBytes > most)
    throw refuse("configurations-too-large", { most });
};

/**
 * Room for a file that arrives: it counts before it is recorded, so that files which arrive together share
 * what is left.
 */
export interface FileRoom {
  /** Call it as bytes arrive whose number was not announced. Throws `storage-full`. */
  grow(bytes: number): void;
  /** Call it once, when the file is recorded or given up. */
  leave(isRecorded: boolean): void;
}

/**
 * Files that arrive at this process, by account. Other nodes have others, so `keepWithinStorage` asks again
 * when a file is recorded.
 */
export class Storage {
  private readonly accounts = new Map<string, Arriving>();

  constructor(private readonly options: Pick<AppOptions, "db" | "limits">) {}

  /** `bytes`: as announced, or 0. Throws `storage-full`. */
  async take(accountId: string, bytes: number): Promise<FileRoom> {
    const { bytes: stored } = await storedFiles(this.options.db.kysely, accountId);
    const arriving = this.accounts.get(accountId) ?? { stored, bytes: 0, files: 0 };
    arriving.stored = stored;
    if (this.roomIn(arriving) <= 0) throw storageFull(this.options.limits);
    let own = 0;
    const grow = (to: number): void => {
      if (to <= own) return;
      if (to - own > this.roomIn(arriving)) throw storageFull(this.options.limits);
      arriving.bytes += to - own;
      own = to;
    };
    grow(bytes);
    arriving.files++;
    this.accounts.set(accountId, arriving);
    const leave = (isRecorded: boolean): void => {
      arriving.bytes -= own;
      if (isRecorded) arriving.stored += own;
      if (--arriving.files === 0) this.accounts.delete(accountId);
    };
    return { grow, leave };
  }

  private roomIn({ stored, bytes }: Arriving): number {
    return this.options.limits.storedBytes - stored - bytes;
  }
}

interface Arriving {
  /** As last read, and what was recorded since. */
  stored: number;
  /** Bytes of all files that arrive. */
  bytes: number;
  files: number;
}

/**
 * In a transaction that has locked the account: stores files. Throws `storage-full` or `uploads-too-many` if
 * they take the account beyond a limit.
 */
export const keepWithinStorage = async <R>(
  trx: Kysely<Database>,
  accountId: string,
  limits: AppLimits,
  store: () => Promise<R>,
): Promise<R> => {
  const before = await storedFiles(trx, accountId);
  const done = await store();
  const after = await storedFiles(trx, accountId);
  if (after.bytes > before.bytes && after.bytes > limits.storedBytes) throw storageFull(limits);
  if (after.files > before.files && after.files > limits.files)
    throw refuse("uploads-too-many", { most: limits.files });
  return done;
};

const storageFull = ({ storedBytes: most }: AppLimits) => refuse("storage-full", { most });
