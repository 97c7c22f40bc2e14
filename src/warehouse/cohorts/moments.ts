// Since when people could have attained, and when they did.

import { leastCount } from "../../domain/cohort.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { type Relation, sql } from "../sql/sql.js";
import { withoutRecency } from "./attainment.js";
import { chosenEvents } from "./chosen.js";
import { firstEntries } from "./entries.js";
import { type CohortInputs, definingStream } from "./inputs.js";
import type { Objective } from "./objective.js";
import { firstSeen } from "./seen.js";
import { meetsTimeless } from "./timeless.js";

export interface History {
  oldest: EpochSeconds;
  dataThrough: EpochSeconds;
}

/**
 * One row per person ever eligible: person_id, eligible_at. Who need not have done anything is eligible from when they
 * are first seen. Recency is left aside: it says until when somebody is eligible rather than since when.
 */
export const eligibleSince = ({ eligible }: Objective, inputs: CohortInputs, history: History): Relation => {
  if (eligible?.stream_name !== undefined && leastCount(eligible) > 0) {
    const entries = firstEntries(withoutRecency(eligible), inputs, history.oldest, history.dataThrough);
    return sql`select entry.person_id, entry.entered_at as eligible_at from (${entries}) as entry`;
  }
  return sql`
select seen.person_id, seen.seen_at as eligible_at
from (${firstSeen(inputs, history.dataThrough)}) as seen
where ${meetsTimeless(eligible ?? {}, inputs, sql`seen.person_id`)}`;
};

/** One row per attainment: person_id, attained_at. The first of a person, or each chosen event where it recurs. */
export const attainments = (
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
