// Time from an event to the cohorts and scores that have it: it waits for its file, and then for the builds of its
// dataset, the people, its stream, and what is made of these, which run one after the other.

import type { Db } from "../../db/connection.js";
import type { EpochMs, ResourceType } from "../../domain/resource/resource.js";
import { type ResourceState, resourceStates } from "../../store/notices.js";

export interface Delays {
  cohortSeconds?: number;
  scoreSeconds?: number;
}

/** Builds take as long as their last ones did; of one type the longest counts. */
export const delaysOf = (
  states: readonly Pick<ResourceState, "type" | "build_ms" | "archived_at">[],
  fileSeconds: number,
): Delays => {
  const longest = (type: ResourceType): number | undefined => {
    const times = states.flatMap(({ type: own, build_ms: ms, archived_at: archived }) =>
      own === type && ms !== null && archived === null ? [ms] : [],
    );
    return times.length > 0 ? Math.max(...times) : undefined;
  };
  const before = (["datasets", "people", "streams"] as const).map(longest);
  const [cohorts, scopes] = [longest("cohorts"), longest("scopes")];
  if (before.includes(undefined) || cohorts === undefined) return {};
  const cohortMs = before.reduce((sum: number, ms) => sum + ms!, cohorts);
  const seconds = (ms: number): number => Math.round(10 * fileSeconds + ms / 100) / 10;
  return {
    cohortSeconds: seconds(cohortMs),
    ...(scopes !== undefined && { scoreSeconds: seconds(cohortMs + scopes) }),
  };
};

const knownMs = 5_000;
const mostKnown = 1_000;

/** The times of accounts; those that are known are believed for some seconds. */
export const delaysOfAccounts = ({ kysely }: Pick<Db, "kysely">, clock: () => EpochMs) => {
  const known = new Map<string, { times: Delays; at: EpochMs }>();
  return async (accountId: string, fileSeconds: number): Promise<Delays> => {
    const found = known.get(accountId);
    if (found && clock() - found.at < knownMs) return found.times;
    const times = delaysOf(await resourceStates(kysely, accountId), fileSeconds);
    if (known.size >= mostKnown) known.clear();
    known.set(accountId, { times, at: clock() });
    return times;
  };
};
