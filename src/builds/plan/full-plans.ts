// Full plans: when this process last planned all resources of an account, and how long that took. What no
// change says is found by a full plan: another version of a step after an upgrade, or a mistake in what a
// change was thought to concern. Plans of a large account wait, so that they take no more than a share of the
// thread and of the store, however often it changes.

import { limits } from "../../domain/resource/limits.js";

/** Milliseconds of a clock that never jumps. */
type Ticks = number;

interface FullPlan {
  endedAt: Ticks;
  tookMs: number;
  resources: number;
}

const fullEveryMs = 3_600_000;

/** A large account is not planned for this many times as long as its last plan took, and for ten seconds at most. */
const restTimes = 9;
const longestRestMs = 10_000;

/** Plans by the queue of a service, of which there is one in a process. */
const lastPlans = new WeakMap<object, Map<string, FullPlan>>();

const lastPlanOf = (queue: object, accountId: string): FullPlan | undefined =>
  lastPlans.get(queue)?.get(accountId);

export const isDueInFull = (queue: object, accountId: string): boolean => {
  const last = lastPlanOf(queue, accountId);
  return last === undefined || performance.now() - last.endedAt > fullEveryMs;
};

/** Milliseconds until the account may be planned in full; 0: now. */
export const restBeforePlan = (queue: object, accountId: string): number => {
  const last = lastPlanOf(queue, accountId);
  if (last === undefined || last.resources <= limits.resourcesPlannedAtOnce.is) return 0;
  const restMs = Math.min(restTimes * last.tookMs, longestRestMs);
  return Math.max(0, last.endedAt + restMs - performance.now());
};

/** `began`: of the clock that never jumps. */
export const plannedInFull = (
  queue: object,
  accountId: string,
  { began, resources }: { began: Ticks; resources: number },
): void => {
  const accounts = lastPlans.get(queue) ?? new Map<string, FullPlan>();
  const endedAt = performance.now();
  lastPlans.set(queue, accounts.set(accountId, { endedAt, tookMs: endedAt - began, resources }));
};
