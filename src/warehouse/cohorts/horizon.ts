// Default horizon of an outcome: the time within which four in five of the people who ever converted did so,
// counted from when they became eligible.

import { secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../engine.js";
import { type Relation, sql } from "../sql/sql.js";
import { attainments, eligibleSince, type History } from "./eligibility.js";
import type { CohortInputs, Objective } from "./inputs.js";

const minDays = 7;
/** Used where nobody has converted yet. */
const defaultDays = 30;

/** Whole days, at least 7 and at most a quarter of the history, which leaves a past to learn from. */
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

/** The days in the definition of a recency cohort: 90 days of inactivity cannot be observed in less. */
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

/** One row: the shortest wait that covers four in five, null without waits. */
const eightiethPercentile = (waited: Relation): Relation => sql`
select min(ranked.seconds) as seconds
from (
  select wait.seconds, row_number() over (order by wait.seconds) as place, count(*) over () as waits
  from (${waited}) as wait
) as ranked
where 5 * ranked.place >= 4 * ranked.waits`;

/** One row per person who converted after becoming eligible: the seconds between the two. */
const waits = (objective: Objective, inputs: CohortInputs, history: History): Relation => sql`
select min(attained.attained_at) - min(eligible.eligible_at) as seconds
from (${eligibleSince(objective, inputs, history)}) as eligible
join (${attainments(objective, inputs, history)}) as attained on attained.person_id = eligible.person_id
where attained.attained_at > eligible.eligible_at
group by eligible.person_id`;
