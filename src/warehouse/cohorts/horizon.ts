// A horizon is how long one has to wait to see. Where none is given, it is the wait that covers four in five of those who
// attained at all, counted from when they could first have.

import { secondsPerDay } from "../../domain/resource.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { attainments, eligibleSince, type History } from "./eligibility.js";
import type { CohortInputs, Objective } from "./inputs.js";

const minDays = 7;
/** What is asked about where nobody has attained yet, and so nothing says how long it takes. */
const defaultDays = 30;

/** Whole days, at least 7, and at most a quarter of the history, so that there is a past to learn from. */
export const chooseHorizon = async (
  engine: Engine,
  objective: Objective,
  inputs: CohortInputs,
  history: History,
): Promise<number> => {
  const quarter = Math.floor((history.dataThrough - history.oldest) / secondsPerDay / 4);
  const days =
    recencyDays(objective) ?? (await observedDays(engine, objective, inputs, history)) ?? defaultDays;
  return Math.max(minDays, Math.min(days, quarter));
};

/** A recency cohort says itself how long it takes: gone for 90 days cannot be seen in less. */
const recencyDays = ({ attainment, recurring }: Objective): number | null =>
  recurring ? null : attainment.recency?.min_days || attainment.recency?.max_days || null;

const observedDays = async (
  engine: Engine,
  objective: Objective,
  inputs: CohortInputs,
  history: History,
): Promise<number | null> => {
  const { seconds } = await engine.row<{ seconds: number | null }>(
    eightiethPercentile(waits(objective, inputs, history)),
  );
  return seconds === null ? null : Math.round(seconds / secondsPerDay);
};

/** One row: the shortest of the waits that covers four in five of them, null where there are none. */
const eightiethPercentile = (waited: Relation): Relation => sql`
select min(ranked.seconds) as seconds
from (
  select wait.seconds, row_number() over (order by wait.seconds) as place, count(*) over () as waits
  from (${waited}) as wait
) as ranked
where 5 * ranked.place >= 4 * ranked.waits`;

/** One row per person who attained after becoming eligible: seconds from the one to the other. */
const waits = (objective: Objective, inputs: CohortInputs, history: History): Relation => sql`
select min(attained.attained_at) - min(eligible.eligible_at) as seconds
from (${eligibleSince(objective, inputs, history)}) as eligible
join (${attainments(objective, inputs, history)}) as attained on attained.person_id = eligible.person_id
where attained.attained_at > eligible.eligible_at
group by eligible.person_id`;
