// Full plans: when this process last planned all resources of an account. What no change says is found by a
// full plan: another version of a step after an upgrade, or a mistake in what a change was thought to
// concern.

import type { EpochMs } from "../../domain/resource/resource.js";

const fullEveryMs = 3_600_000;

/** Moments of plans, by the queue of a service, of which there is one in a process; times are monotonic. */
const plannedAt = new WeakMap<object, Map<string, EpochMs>>();

export const isDueInFull = (queue: object, accountId: string): boolean => {
  const before = plannedAt.get(queue)?.get(accountId);
  return before === undefined || performance.now() - before > fullEveryMs;
};

export const plannedInFull = (queue: object, accountId: string): void => {
  const accounts = plannedAt.get(queue) ?? new Map<string, EpochMs>();
  plannedAt.set(queue, accounts.set(accountId, performance.now()));
};
