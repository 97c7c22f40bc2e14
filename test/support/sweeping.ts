// Sweeper on a store and a data directory, with a monotonic clock that the test moves.

import { Reads } from "../../src/builds/execute/reads.js";
import { Sweeper, type SweeperOptions } from "../../src/builds/execute/sweep.js";
import type { Db } from "../../src/db/connection.js";
import type { EpochMs } from "../../src/domain/resource/resource.js";
import { Troubles } from "../../src/errors/troubles.js";
import { insertResource } from "../../src/store/resources.js";

export interface Sweeping {
  reads: Reads;
  troubles: Troubles;
  /** Lines of the log, as text. */
  log: string[];
  /** Lets time pass, and runs everything that is due by then. */
  after(ms: number): Promise<void>;
}

type Options = Pick<SweeperOptions, "db" | "dataDir"> &
  Partial<Pick<SweeperOptions, "objects" | "reads" | "otherReads" | "trashDays" | "clock">>;

export const sweeping = ({ db, dataDir, ...options }: Options): Sweeping => {
  let passedMs = 0;
  const log: string[] = [];
  const note = (fields: object, text: string) => void log.push(`${text} ${JSON.stringify(fields)}`);
  const reads = options.reads ?? new Reads();
  const troubles = new Troubles(Date.now);
  const sweeper = new Sweeper({
    reads,
    troubles,
    trashDays: 7,
    clock: Date.now,
    monotonicMs: () => passedMs,
    db,
    dataDir,
    log: { info: note, error: note },
    ...options,
  });
  const all = async () => {
    await sweeper.removeDiscards();
    await sweeper.sweep();
  };
  return {
    reads,
    troubles,
    log,
    async after(ms) {
      await all();
      passedMs += ms;
      await all();
    },
  };
};

/** A cohort whose results a test records. */
export const insertCohort = (
  db: Db,
  { accountId, name }: { accountId: string; name: string },
  now: EpochMs,
) =>
  db.transaction((trx) =>
    insertResource(
      trx,
      { accountId, type: "cohorts", name, upstreamIds: [], uniqueName: false, config: {} as never },
      now,
    ),
  );
