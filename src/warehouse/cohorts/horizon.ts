// A horizon is how long one has to wait to see. Where none is given, it is the wait that covers four in five of those who
// attained at all, counted from when they could first have.

import type { CohortConfig } from "../../domain/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { withoutRecency } from "./attainment.js";
import { leastCount } from "./bounds.js";
import { chosenEvents } from "./chosen.js";
import { firstEntries } from "./entries.js";
import { type CohortInputs, definingStream } from "./inputs.js";
import { hasTraits } from "./members.js";
import type { Objective } from "./objective.js";
import { firstSeen } from "./seen.js";

export interface History {
  oldest: EpochSeconds;
  dataThrough: EpochSeconds;
}

const leastDays = 7;
/** What is asked about where nobody has attained yet, and so nothing says how long it takes. */
const usualDays = 30;

/** Whole days, at least 7, and at most a quarter of the history, so that there is a past to learn from. */
export const chooseHorizon = async (
  engine: Engine,
  objective: Objective,
  inputs: CohortInputs,
  history: History,
): Promise<number> => {
  const quarter = Math.floor((history.dataThrough - history.oldest) / secondsPerDay / 4);
  const days = namedDays(objective) ?? (await waitedDays(engine, objective, inputs, history)) ?? usualDays;
  return Math.max(leastDays, Math.min(days, quarter));
};

/** A recency cohort says itself how long it takes: gone for 90 days cannot be seen in less. */
const namedDays = ({ attainment, recurring }: Objective): number | null =>
  recurring ? null : attainment.recency?.min_days || attainment.recency?.max_days || null;

const waitedDays = async (
  engine: Engine,
  objective: Objective,
  inputs: CohortInputs,
  history: History,
): Promise<number | null> => {
  const { seconds } = await engine.row<{ seconds: number | null }>(
    fourInFive(waits(objective, inputs, history)),
  );
  return seconds === null ? null : Math.round(seconds / secondsPerDay);
};

/** One row: the shortest of the waits that covers four in five of them, null where there are none. */
const fourInFive = (waited: Relation): Relation => sql`
select min(ranked.seconds) as seconds
from (
  select wait.seconds, row_number() over (order by wait.seconds) as place, count(*) over () as waits
  from (${waited}) as wait
) as ranked
where 5 * ranked.place >= 4 * ranked.waits`;

/** One row per person who attained after becoming eligible: seconds from the one to the other. */
const waits = (objective: Objective, inputs: CohortInputs, history: History): Relation => sql`
select min(attained.attained_at) - min(eligible.eligible_at) as seconds
from (${eligibleSince(objective.eligible, inputs, history)}) as eligible
join (${attainments(objective, inputs, history)}) as attained on attained.person_id = eligible.person_id
where attained.attained_at > eligible.eligible_at
group by eligible.person_id`;

/**
 * One row per person ever eligible: person_id, eligible_at. Who need not have done anything is eligible from when they
 * are first seen. Recency is left aside: it says until when somebody is eligible rather than since when.
 */
const eligibleSince = (eligible: CohortConfig | null, inputs: CohortInputs, history: History): Relation => {
  if (eligible?.stream_name !== undefined && leastCount(eligible) > 0) {
    const entries = firstEntries(withoutRecency(eligible), inputs, history.oldest, history.dataThrough);
    return sql`select entry.person_id, entry.entered_at as eligible_at from (${entries}) as entry`;
  }
  return sql`
select seen.person_id, seen.seen_at as eligible_at
from (${firstSeen(inputs, history.dataThrough)}) as seen
where ${hasTraits(eligible ?? {}, inputs, sql`seen.person_id`)}`;
};

/** One row per attainment: person_id, attained_at. The first of a person, or each chosen event where it recurs. */
const attainments = (
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  history: History,
): Relation => {
  const { oldest, dataThrough } = history;
  if (!recurring) {
    const entries = firstEntries(withoutRecency(attainment), inputs, oldest, dataThrough);
    return sql`select entry.person_id, entry.entered_at as attained_at from (${entries}) as entry`;
  }
  const stream = definingStream(attainment, inputs)!;
  const chosen = chosenEvents(attainment, stream, { from: oldest, until: dataThrough });
  return sql`select chosen.person_id, chosen.event_time as attained_at from (${chosen}) as chosen`;
};
