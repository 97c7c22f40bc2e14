// Slots of a node: what it builds side by side. Where one account has all of several, and another has waited for a minute with nothing
// running, the newest build goes back into the queue, and its slot goes to the other. A replay keeps its slot: builds go between its steps.

import { limits } from "../../domain/limits.js";
import type { Job, Queue } from "../../queue/queue.js";

/** Why a build was stopped. */
export const gaveWay = new Error("Another account waited for a slot.");

const waitMs = limits.slotWait.is * 1_000;

interface Held {
  job: Job;
  stopping: AbortController;
}

export class Slots {
  /** The oldest first. */
  private readonly held: Held[] = [];

  constructor(private readonly queue: Pick<Queue, "isOtherWaiting">) {}

  /** Holds a slot while `act` does the job. Its signal is aborted with the one given, or with the reason `gaveWay`. */
  async hold(job: Job, signal: AbortSignal, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const held = { job, stopping: new AbortController() };
    this.held.push(held);
    try {
      await act(AbortSignal.any([signal, held.stopping.signal]));
    } finally {
      this.held.splice(this.held.indexOf(held), 1);
    }
  }

  /** Stops the newest build if one account has all of `count` slots and another one waits. */
  async giveWay(count: number): Promise<void> {
    const newest = this.held.findLast(({ job }) => job.kind === "build");
    if (!newest || count < 2 || this.held.length < count) return;
    const { accountId } = newest.job;
    if (this.held.some(({ job }) => job.accountId !== accountId)) return;
    const isWaiting = await this.queue.isOtherWaiting("build", accountId, waitMs);
    if (isWaiting && this.held.includes(newest)) newest.stopping.abort(gaveWay);
  }
}
