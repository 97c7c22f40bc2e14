// Kept scores of a pipeline in SQL: what remains of a build, and how two builds differ.

import { changeBands, type MoverDirection } from "../domain/pipeline/score-change.js";
import type { EpochMs, EpochSeconds } from "../domain/resource/resource.js";
import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

const probability = (place: number): Sql => ident(`probability_${place}`);
const unmitigated = (place: number): Sql => ident(`unmitigated_${place}`);
const events = (stream: number): Sql => ident(`events_${stream}`);

interface ScoresToKeep {
  scores: Relation;
  /** Per outcome: person_id and probability before bias mitigation; null where nothing is mitigated. */
  unmitigated: readonly (Relation | null)[];
  /** Per stream: person_id and events. */
  counts: readonly Relation[];
  /** Former ids of people: alias, person_id. */
  aliases: Relation;
}

/** One row per person with a probability by a model, ordered: see `scopeFiles`. */
export const scoresToKeep = ({ scores, unmitigated: raw, counts, aliases }: ScoresToKeep): Sql => {
  const columns = [
    ...raw.flatMap((relation, i) => [
      sql`${scoredProbability(i)} as ${probability(i)}`,
      ...(relation ? [sql`${ident(`r${i}`, "probability")} as ${unmitigated(i)}`] : []),
    ]),
    ...counts.map((_, k) => sql`cast(coalesce(${ident(`c${k}`, "events")}, 0) as integer) as ${events(k)}`),
  ];
  const joins = [
    ...raw.flatMap((relation, i) => (relation ? [joined(relation, `r${i}`)] : [])),
    ...counts.map((relation, k) => joined(relation, `c${k}`)),
  ];
  return sql`
select ${join([sql`s.person_id, s.person_id as was, cast(1 + coalesce(id.former, 0) as integer) as ids`, ...columns])}
from ${scores} as s
left join (select a.person_id, count(*) as former from ${aliases} as a group by a.person_id) as id on id.person_id = s.person_id
${join(joins, "\n")}
where ${join(
    raw.map((_, i) => sql`${scoredProbability(i)} is not null`),
    " or ",
  )}
order by s.person_id`;
};

/** By the model: people without events have a rate, which no model explains. */
const scoredProbability = (place: number): Sql =>
  sql`case when s.${ident(`status_${place}`)} = 'scored' then s.${probability(place)} end`;

const joined = (relation: Relation, alias: string): Sql =>
  sql`left join ${relation} as ${ident(alias)} on ${ident(alias, "person_id")} = s.person_id`;

/** One row per person with events of a stream before now: person_id, events. */
export const eventCounts = (stream: Relation, now: EpochSeconds): Relation => sql`
  (select e.person_id, count(*) as events from ${stream} as e where e.event_time < ${now} group by e.person_id)`;

/** At most one row: probability, of a person by a kept build; that of who kept the id, where the person was several. */
export const keptScoreOf = (kept: Relation, place: number, personId: bigint): Sql => sql`
  select k.${probability(place)} as probability
  from ${kept} as k
  where k.person_id = ${personId} and k.${probability(place)} is not null
  order by k.was <> k.person_id, k.was
  limit 1`;

/** One row: `print`, which is the same for the same people with the same scores. */
export const printOfScores = (kept: Relation, places: number): Sql => sql`
  select coalesce(cast(bit_xor(md5_number(concat_ws(':', k.person_id, ${join(
    Array.from({ length: places }, (_, i) => sql`coalesce(cast(k.${probability(i)} as varchar), '')`),
  )}))) as varchar), '') as print
  from ${kept} as k`;

/**
 * The id by which each kept person is known now: that of then, or the one that it leads to; null for people
 * who are gone.
 */
const named = (kept: Relation, people: Relation, aliases: Relation): Relation => sql`
  (select k.* exclude (person_id), k.person_id as kept_id, coalesce(p.person_id, a.person_id) as person_id
  from ${kept} as k
  left join ${people} as p on p.person_id = k.was
  left join ${aliases} as a on a.alias = k.was)`;

/** One row: how many of the kept people are gone or somebody else now. */
export const renamedAmong = (kept: Relation, people: Relation, aliases: Relation): Sql => sql`
  select count(*) as renamed from ${named(kept, people, aliases)} as n where n.person_id is distinct from n.kept_id`;

/** The kept scores by the ids of today, without people who are gone. */
export const renamed = (kept: Relation, people: Relation, aliases: Relation): Sql => sql`
  select n.person_id, n.* exclude (person_id, kept_id)
  from ${named(kept, people, aliases)} as n
  where n.person_id is not null
  order by n.person_id, n.was`;

/** One row: the arrival of the newest event in epoch milliseconds, null without events. */
export const newestArrival = (streams: readonly Relation[]): Sql => sql`
  select max(s.arrival) as arrival from (${join(
    streams.map((stream) => sql`select max(e.arrival_time) as arrival from ${stream} as e`),
    " union all ",
  )}) as s`;

interface Compared {
  kept: Relation;
  /** Index of the outcome among its columns. */
  place: number;
  isMitigated: boolean;
}

/**
 * One row per person with a probability in either build: person_id, from_probability and to_probability
 * DOUBLE (null in one of them), both also before mitigation as from_model and to_model, is_merged BOOLEAN,
 * and own_<k> and known_<k>: the events of stream k that this person, and all whom they were, had in the
 * earlier build. A person who was several has the score of the one who kept the id.
 */
export const scorePairs = (from: Compared, to: Compared, streams: number): Sql => {
  const ks = Array.from({ length: streams }, (_, k) => k);
  const model = ({ place, isMitigated }: Compared) => (isMitigated ? unmitigated(place) : probability(place));
  return sql`
select coalesce(b.person_id, n.person_id) as person_id, b.score as from_probability, b.model as from_model,
  n.${probability(to.place)} as to_probability, n.${model(to)} as to_model,
  coalesce(b.people > 1 or b.was <> b.person_id or n.ids > b.ids, false) as is_merged
  ${join(
    ks.map((k) => sql`, b.${ident(`own_${k}`)}, b.${ident(`known_${k}`)}`),
    "",
  )}
from (
  select k.person_id, k.was, k.${probability(from.place)} as score, k.${model(from)} as model,
    count(*) over one as people, sum(k.ids) over one as ids,
    row_number() over (partition by k.person_id order by k.${probability(from.place)} is null, k.was <> k.person_id, k.was) as turn
    ${join(
      ks.map(
        (k) =>
          sql`, k.${events(k)} as ${ident(`own_${k}`)}, sum(k.${events(k)}) over one as ${ident(`known_${k}`)}`,
      ),
      "",
    )}
  from ${from.kept} as k
  window one as (partition by k.person_id)
  qualify turn = 1
) as b
full join ${to.kept} as n on n.person_id = b.person_id
where b.score is not null or n.${probability(to.place)} is not null`;
};

const hasBoth = sql`p.from_probability is not null and p.to_probability is not null`;
const change = sql`(p.to_probability - p.from_probability)`;

/** One row: people, entered, left, mean_from, mean_to, and band_0, band_1, …, as in `ChangeTotals`. */
export const changeCounts = (pairs: Relation): Sql => {
  const bounds = [...changeBands.map((bound) => -bound).reverse(), ...changeBands];
  const bands = [...bounds, null].map((bound, i) => {
    const above = i === 0 ? sql`true` : aboveBound(bounds[i - 1]!);
    const below = bound === null ? sql`true` : sql`not ${aboveBound(bound)}`;
    return sql`cast(count(*) filter (where ${hasBoth} and ${above} and ${below}) as integer) as ${ident(`band_${i}`)}`;
  });
  const mean = (column: Sql) =>
    sql`coalesce(cast(sum(cast(${column} as decimal(18, 15))) filter (where ${hasBoth}) as double) / nullif(count(*) filter (where ${hasBoth}), 0), 0)`;
  return sql`
select cast(count(*) filter (where ${hasBoth}) as integer) as people,
  cast(count(*) filter (where p.from_probability is null) as integer) as entered,
  cast(count(*) filter (where p.to_probability is null) as integer) as "left",
  ${mean(sql`p.from_probability`)} as mean_from, ${mean(sql`p.to_probability`)} as mean_to, ${join(bands)}
from ${pairs} as p`;
};

/** A change of exactly a bound counts to the band that is further from 0. */
const aboveBound = (bound: number): Sql =>
  bound < 0 ? sql`${change} > ${bound}` : sql`${change} >= ${bound}`;

/** The people with the largest changes of their probability; ties go to the smaller id. */
export const largestChanges = (pairs: Relation, direction: MoverDirection, limit: number): Sql => {
  const isWanted = { both: sql`${change} <> 0`, up: sql`${change} > 0`, down: sql`${change} < 0` }[direction];
  return sql`
select p.* from ${pairs} as p where ${hasBoth} and ${isWanted} order by abs(${change}) desc, p.person_id limit ${limit}`;
};

/** One row per person of the pairs, ordered: before and value, null for none. */
export const probabilitiesOf = (pairs: Relation): Sql =>
  sql`select p.from_probability as before, p.to_probability as value from ${pairs} as p order by p.person_id`;

/** Changes of some people, with both scores. `chosen`: person_id. */
export const changesOfPeople = (pairs: Relation, chosen: Relation): Sql =>
  sql`select p.* from ${pairs} as p where ${hasBoth} and p.person_id in (select c.person_id from ${chosen} as c)`;

export const changeOfPerson = (pairs: Relation, personId: bigint): Sql =>
  sql`select p.* from ${pairs} as p where ${hasBoth} and p.person_id = ${personId}`;

/** A random sample of the people with both scores: ids of people are random. */
export const changeSample = (pairs: Relation, max: number): Sql =>
  sql`select p.* from ${pairs} as p where ${hasBoth} order by p.person_id limit ${max}`;

interface Between {
  /** Cutoff of the earlier build. */
  cutoff: EpochSeconds;
  /** Null: nothing has an arrival. */
  arrivedThrough: EpochMs | null;
  now: EpochSeconds;
}

/**
 * One row per chosen person, ordered: events of the stream before `cutoff` (earlier) and those of them that
 * had arrived then (arrived), events before `now` (all_events), and last_time, of the last of these (null
 * without any).
 */
export const eventsBetween = (
  chosen: Relation,
  stream: Relation,
  { cutoff, arrivedThrough, now }: Between,
): Sql => sql`
select c.person_id,
  count(e.event_time) filter (where e.event_time < ${cutoff}) as earlier,
  count(e.event_time) filter (where e.event_time < ${cutoff} and ${hasArrived(arrivedThrough)}) as arrived,
  count(e.event_time) filter (where e.event_time < ${now}) as all_events,
  max(e.event_time) filter (where e.event_time < ${now}) as last_time
from ${chosen} as c
left join ${stream} as e on e.person_id = c.person_id
group by c.person_id
order by c.person_id`;

const hasArrived = (through: EpochMs | null): Sql =>
  through === null ? sql`true` : sql`e.arrival_time <= ${through}`;

/**
 * The events of a stream that the earlier build knew: before its cutoff, and arrived by then. Of people in
 * `unsure` all before the cutoff, since an export that replaced the one before arrives again as a whole.
 */
export const eventsKnown = (
  stream: Relation,
  { cutoff, arrivedThrough }: Pick<Between, "cutoff" | "arrivedThrough">,
  unsure: Relation,
): Relation => sql`
  (select e.* from ${stream} as e
  where e.event_time < ${cutoff}
    and (${hasArrived(arrivedThrough)} or e.person_id in (select u.person_id from ${unsure} as u)))`;

/** Rows with person_id as text, ordered by person. */
export const readableRows = (rows: Relation): Sql =>
  sql`select c.* replace (cast(c.person_id as varchar) as person_id) from ${rows} as c order by c.person_id`;
