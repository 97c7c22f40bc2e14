// Slots of a node: as many builds run side by side. A build has one from its beginning to its end, a
// connected build while it computes, and a replay has one too, in which builds go between its steps.
// Connected builds have slots of their own besides, which are counted alike.
//
// While long builds have all slots, one more build runs beside them, of an account that has none: short builds
// do not wait for long ones (`runner.extraOne`).
//
// If that does not help, since the one beside them is long too, and one account has all slots, another account
// waits for a minute at most. Then the newest build is preempted: it is requeued, and the other account gets its
// slot. The only slot of a node has shorter turns; a build that is preempted has it for twice as long the next
// time, so that it ends.

import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Job, JobKind, Queue } from "../../queue/queue.js";

/** The reason of the signal that stops a build for another account. */
export const preempted = new Error("Another account waited for a slot.");

const waitMs = limits.slotWait.is * 1_000;
const turnMs = limits.slotTurn.is * 1_000;
const heldUpMs = limits.longBuild.is * 1_000;
const remembered = 100;

/** A job that is in progress, and what stops it. */
export interface JobInProgress {
  job: Job;
  stopping: AbortController;
}

interface Holding extends JobInProgress {
  since: EpochMs;
}

interface Waiting {
  accountId: string | undefined;
  since: EpochMs;
  begin(): void;
}

export class Slots {
  /** The oldest first. */
  private readonly held: Holding[] = [];
  /** For how long builds had the only slot until they were preempted, by job, the latest last. */
  private readonly preemptedAfter = new Map<string, number>();
  private readonly waiting: Waiting[] = [];
  private taken = 0;

  constructor(
    private readonly count: number,
    private readonly kind: JobKind,
    private readonly options: { queue: Pick<Queue, "isOtherWaiting">; clock(): EpochMs },
  ) {}

  /**
   * A free slot, in the order of asking, for a job in progress or for one that is not known yet. The returned
   * function gives it back.
   */
  async take(signal: AbortSignal, inProgress?: JobInProgress): Promise<() => void> {
    signal.throwIfAborted();
    if (this.taken < this.count) this.taken++;
    else await this.turn(signal, inProgress?.job.accountId);
    const end = inProgress && this.hold(inProgress);
    return () => {
      end?.();
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.taken--;
    };
  }

  /** Acts with a slot; false if the signal is aborted before there is one. */
  async runIn(signal: AbortSignal, act: () => Promise<boolean>): Promise<boolean> {
    const leave = await this.take(signal).catch(() => null);
    return leave ? act().finally(leave) : false;
  }

  /** Notes that a job has a slot. The returned function ends that. */
  hold(inProgress: JobInProgress): () => void {
    const holding = { ...inProgress, since: this.options.clock() };
    this.held.push(holding);
    return () => void this.held.splice(this.held.indexOf(holding), 1);
  }

  /** Whether all slots are held, and each has been for a while. */
  areHeldUp(): boolean {
    const since = this.options.clock() - heldUpMs;
    const areHeld = this.taken >= this.count && this.held.length >= this.count;
    return areHeld && this.held.every((holding) => holding.since <= since);
  }

  find({ id }: Job): JobInProgress | undefined {
    return this.held.find(({ job }) => job.id === id);
  }

  /** Preempts the newest build if one account has all slots and another one waits. */
  async preempt(): Promise<void> {
    const newest = this.held.findLast(({ job }) => job.kind !== "replay");
    if (!newest || this.held.length < this.count || !this.hadItsTime(newest)) return;
    const { accountId } = newest.job;
    if (this.held.some(({ job }) => job.accountId !== accountId)) return;
    if (!(await this.isOtherWaiting(accountId)) || !this.held.includes(newest)) return;
    if (this.count === 1) this.remember(newest);
    newest.stopping.abort(preempted);
  }

  private hadItsTime({ job, since }: Holding): boolean {
    const before = this.preemptedAfter.get(job.id);
    return this.count > 1 || this.options.clock() - since >= (before === undefined ? turnMs : 2 * before);
  }

  private remember({ job, since }: Holding): void {
    this.preemptedAfter.delete(job.id);
    this.preemptedAfter.set(job.id, this.options.clock() - since);
    const [oldest] = this.preemptedAfter.keys();
    if (this.preemptedAfter.size > remembered) this.preemptedAfter.delete(oldest!);
  }

  private async isOtherWaiting(accountId: string): Promise<boolean> {
    const { queue, clock } = this.options;
    const longestMs = this.count === 1 ? turnMs : waitMs;
    const isLate = (each: Waiting) =>
      each.accountId !== undefined && each.accountId !== accountId && clock() - each.since >= longestMs;
    return this.waiting.some(isLate) || queue.isOtherWaiting(this.kind, accountId, longestMs);
  }

  private turn(signal: AbortSignal, accountId: string | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        accountId,
        since: this.options.clock(),
        begin: () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
      };
      const abort = () => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.waiting.push(waiting);
    });
  }
}
