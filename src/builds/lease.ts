// A worker keeps its job by saying, again and again, that it lives. Once it was silent for too long, as a laptop that slept
// is, somebody else may have the job: then this worker stops.

import type { Job, Queue } from "../queue/queue.js";

/** Several of these fit into a lease. */
const heartbeatMs = 5_000;

export interface Lease {
  /** Aborted when somebody else has the job. */
  lost: AbortSignal;
  end(): void;
}

export const keepLease = (queue: Pick<Queue, "heartbeat">, job: Job): Lease => {
  const losing = new AbortController();
  // A store that does not answer is not yet a lost lease: what is written under a lost one is refused anyway.
  const beat = setInterval(async () => {
    if (!(await queue.heartbeat(job).catch(() => true))) losing.abort();
  }, heartbeatMs);
  return { lost: losing.signal, end: () => clearInterval(beat) };
};
