// Size of a cohort at many cutoffs, in one query. Between two events of a person only the elapsed time
// changes, so there are intervals of cutoffs in which the person is a member. The size is the number of
// intervals begun less those ended.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { join, type Relation, type Sql, spelled, sql } from "../sql/sql.js";
import { meetsPersonCriteria } from "./criteria.js";
import { type CohortInputs, definingStream, type StreamEvents } from "./inputs.js";
import { memberStates } from "./member-states.js";

/** One row per cutoff, ascending: cutoff BIGINT, members BIGINT. For cohorts of a dated stream; at least one cutoff. */
export const membershipCounts = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoffs: readonly EpochSeconds[],
  changed: Relation = membershipChanges(definition, inputs, cutoffs),
): Relation => {
  const moments = sql`(values ${join(cutoffs.map((cutoff) => sql`(cast(${cutoff} as bigint))`))})`;
  return sql`
with moment as (select distinct cutoff from ${moments} as listed (cutoff)),
changed as (${changed})
select moment.cutoff,
  cast(coalesce(sum(sum(changed.members)) over (order by moment.cutoff), 0) as bigint) as members
from moment
left join (
  select next.cutoff, changed.members
  from changed asof join moment as next on changed.cutoff <= next.cutoff
) as changed on changed.cutoff = moment.cutoff
group by moment.cutoff
order by moment.cutoff`;
};

/**
 * One row per time at which there can be a cutoff: cutoff (null: never) and members, how many more there are
 * from it on.
 */
export const membershipChanges = (
  definition: CohortConfig,
  inputs: CohortInputs,
  cutoffs: readonly EpochSeconds[],
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated && cutoffs.length > 0, "membership over time needs a dated stream and a time");
  return sql`
  select change.cutoff, sum(change.members) as members
  from (${changes(definition, inputs, stream, cutoffs)}) as change
  group by change.cutoff
`;
};

/**
 * Two rows per interval: cutoff, the first one after the change (null: never), and members, 1 at the
 * beginning and -1 at the end. Times are rounded up to the next time at which there can be a cutoff:
 * midnights are few, and seconds are many.
 */
const changes = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  cutoffs: readonly EpochSeconds[],
): Relation => {
  const step = greatestCommonDivisor(cutoffs);
  const roundedUp = (time: Sql) => sql`(${time} + (${step} - ${time} % ${step}) % ${step})`;
  const [begins, ends] = [roundedUp(sql`lasting.from_cutoff`), roundedUp(sql`lasting.to_cutoff`)];
  const lasting = intervals(definition, inputs, stream, cutoffs);
  return spelled({
    duckdb: sql`
select unnest([${begins}, ${ends}]) as cutoff,
  unnest([1, -1]) as members
from (${lasting}) as lasting
where lasting.to_cutoff is null or lasting.from_cutoff < lasting.to_cutoff`,
    spark: sql`
select case when side.members = 1 then ${begins} else ${ends} end as cutoff, side.members
from (${lasting}) as lasting cross join (values (1), (-1)) as side (members)
where lasting.to_cutoff is null or lasting.from_cutoff < lasting.to_cutoff`,
  });
};

export const greatestCommonDivisor = (cutoffs: readonly EpochSeconds[]): number =>
  cutoffs.reduce((a, b) => {
    let [divisor, rest] = [Math.abs(a), Math.abs(b)];
    while (rest > 0) [divisor, rest] = [rest, divisor % rest];
    return divisor;
  }, 0) || 1;

/**
 * One row per interval: from_cutoff, to_cutoff (exclusive; null: open). An event at a cutoff is in the
 * future, so it counts a second later.
 */
const intervals = (
  definition: CohortConfig,
  inputs: CohortInputs,
  stream: StreamEvents,
  cutoffs: readonly EpochSeconds[],
): Relation => {
  const { begins, ends } = recencyWindow(definition);
  return sql`
select greatest(coalesce(state.event_time + 1, ${Math.min(0, ...cutoffs)}), ${begins}) as from_cutoff,
  least(state.next_time + 1, ${ends}) as to_cutoff
from (${memberStates(definition, inputs, stream, Math.max(...cutoffs))}) as state
where ${definition.recency || definition.not_followed_by ? sql`state.event_time is not null` : sql`true`}
  and ${meetsPersonCriteria(definition, inputs, sql`state.person_id`)}`;
};

/** The cutoffs between which the whole days since the first or last event lie within the bounds; null is unbounded. */
const recencyWindow = ({ recency }: CohortConfig): { begins: Sql; ends: Sql } => {
  const nothing = sql`cast(null as bigint)`;
  if (!recency) return { begins: nothing, ends: nothing };
  const { occurrence, min_days, max_days } = recency;
  const moment = occurrence === "first" ? sql`state.first_time` : sql`state.event_time`;
  const after = (days: number) => sql`${moment} + ${days * secondsPerDay}`;
  return {
    begins: min_days === undefined ? nothing : after(min_days),
    ends: max_days === undefined ? nothing : after(max_days + 1),
  };
};
