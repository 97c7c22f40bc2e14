// Leases of the jobs of a running step. Heartbeats extend them; a worker that was silent for too long, as on
// a laptop that slept, loses its jobs to another.

import type { Job, Queue } from "../../queue/queue.js";
import { eachInTurns } from "../../store/parts.js";

/** Several heartbeats fit into one lease. */
const heartbeatMs = 5_000;

export interface Lease {
  /** Aborted when other workers have all of the jobs. */
  lost: AbortSignal;
  end(): void;
}

export const keepLease = (queue: Pick<Queue, "heartbeat">, jobs: readonly Job[]): Lease => {
  const losing = new AbortController();
  // A store that does not answer does not mean that a lease is lost; writes under a lost lease are refused anyway.
  const beat = setInterval(async () => {
    let held = 0;
    await eachInTurns(jobs, async (job) => {
      if (await queue.heartbeat(job).catch(() => true)) held++;
    });
    if (held === 0) losing.abort();
  }, heartbeatMs);
  return { lost: losing.signal, end: () => clearInterval(beat) };
};
