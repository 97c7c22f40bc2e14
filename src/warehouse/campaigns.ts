// People of a campaign in SQL: the groups and scores that were delivered before it, with what these people
// did in its window.

import type { CampaignWindow } from "../domain/campaign/holdout.js";
import { lineage } from "./arms.js";
import { attainedWithin, byEventsAlone } from "./cohorts/attainment.js";
import { matchingEvents } from "./cohorts/criteria.js";
import { type CohortInputs, definingStream, type Objective, type StreamEvents } from "./cohorts/inputs.js";
import { isSelected, type Selected } from "./delivery/lists.js";
import { type Relation, type Sql, sql } from "./sql/sql.js";

/**
 * One row per person of the snapshot who took part: person_id, probability, percentile, is_held_out. Whom the account holds out has
 * a rank, and took no part.
 */
export const participants = (snapshot: Relation, selected: Selected): Sql => sql`
select r.person_id, r.chance as probability, r.percentile, r.is_held_out
from (
  select s.person_id, s.probability as chance, s.percentile, s.is_held_out,
    row_number() over (order by s.probability desc, s.person_id) as rank, count(*) over () as people
  from ${snapshot} as s
) as r
where ${isSelected(selected)} and r.is_held_out is not null`;

export interface Participants {
  /** Everyone who was scored: person_id. */
  snapshot: Relation;
  /** See `participants`. */
  taking: Relation;
  people: Relation;
  aliases: Relation;
}

/**
 * One row per participant as today's person: person_id, probability, percentile, is_held_out. Left out are people who are
 * gone, and all in whom several of the snapshot were merged, whatever their groups: see `arms.ts`.
 */
export const participantsToday = ({ snapshot, taking, people, aliases }: Participants): Sql => sql`
select alone.person_id, p.probability, p.percentile, p.is_held_out
from (
  select line.person_id, min(line.was) as was
  from ${snapshot} as s join (${lineage({ records: null, people, aliases })}) as line on line.was = s.person_id
  group by line.person_id having count(*) = 1
) as alone
join ${taking} as p on p.person_id = alone.was`;

/**
 * One row per person, ordered: person_id, and probability, percentile, is_held_out, attained, amount and
 * contacted, all DOUBLE (is_held_out, attained and contacted 0 or 1). Conversions follow the rule of the labels, but that undecided
 * people count as not converted: who decides may depend on the campaign.
 */
export const campaignRows = (
  today: Relation,
  { attainment, recurring }: Objective,
  inputs: CohortInputs,
  contacts: StreamEvents | null,
  { from, until }: CampaignWindow,
): Sql => {
  const attained = attainedWithin(attainment, inputs, from, until, recurring);
  const stream = definingStream(attainment, inputs);
  const amounts = stream
    ? sql`
  select e.person_id, cast(sum(e.value) as double) as amount
  from (${matchingEvents(byEventsAlone(attainment), stream, { from, until })}) as e
  group by e.person_id`
    : sql`select cast(null as bigint) as person_id, 0.0::double as amount where false`;
  const contacted = contacts
    ? sql`cast(p.person_id in (${contactedPeople(contacts.events, { from, until })}) as double)`
    : sql`0::double`;
  return sql`
select p.person_id, cast(p.probability as double) as probability, cast(p.percentile as double) as percentile,
  cast(p.is_held_out as double) as is_held_out, cast(p.person_id in (${attained}) as double) as attained,
  coalesce(spent.amount, 0)::double as amount, ${contacted} as contacted
from ${today} as p
left join (${amounts}) as spent on spent.person_id = p.person_id
order by p.person_id`;
};

/** One row per contact in the window: person_id. */
export const contactedPeople = (
  contacts: Relation,
  { from, until }: Pick<CampaignWindow, "from" | "until">,
): Sql =>
  sql`select e.person_id from ${contacts} as e where e.event_time >= ${from} and e.event_time < ${until}`;

/** One row: held and people INTEGER, those who take part and are held out, and all. */
export const participantCounts = (taking: Relation): Sql => sql`
select cast(count(*) filter (where p.is_held_out) as integer) as held, cast(count(*) as integer) as people
from ${taking} as p`;
