// People of a campaign of a stream, with what was known of them before its first contact and what they
// did after it.

import type { EpochSeconds } from "../domain/resource/resource.js";
import { property, type StoredProperty } from "./property-columns.js";
import { exactSum } from "./scores.js";
import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

/** One row: since DOUBLE, the time of the first contact; null without any. `events`: queries with event_time. */
export const firstContact = (events: readonly Sql[]): Sql => sql`
select cast(min(contact.event_time) as double) as since
from (${join(
  events.map((each) => sql`select own.event_time from (${each}) as own`),
  " union all ",
)}) as contact`;

/** One row per person of the campaign: person_id, is_contacted, is_control. `known`: everyone with an event before, who are the control without an arm of their own. */
export const assignedPeople = (contact: Sql, control: Sql | null, known: Relation | null): Sql => sql`
select arms.person_id, bool_or(arms.is_contact) as is_contacted, bool_or(not arms.is_contact) as is_control
from (
  select c.person_id, true as is_contact from (${contact}) as c
  union all
  ${control ? sql`select o.person_id, false from (${control}) as o` : sql`select k.person_id, false from ${known!} as k anti join (${contact}) as c on c.person_id = k.person_id`}
) as arms
${control ? sql`` : sql`semi join ${known!} as before on before.person_id = arms.person_id`}
group by arms.person_id`;

/** One row per person with an event before the time: person_id. */
export const peopleBefore = (streams: readonly Relation[], time: EpochSeconds): Sql => sql`
select distinct event.person_id from (${join(
  streams.map((each) => sql`select e.person_id, e.event_time from ${each} as e`),
  " union all ",
  "select cast(null as bigint) as person_id, cast(null as bigint) as event_time where false",
)}) as event where event.event_time < ${time}`;

/** One row: people in both arms, as DOUBLE. */
export const peopleInBoth = (assigned: Relation): Sql => sql`
select cast(count(*) as double) as people from ${assigned} as a where a.is_contacted and a.is_control`;

/** What an event costs, as DOUBLE: its property or, without one, its amount; null where that is no number. */
export const costOf = (known: StoredProperty | undefined): Sql =>
  sql`try_cast(${known ? property("event", known) : sql`event.value`} as double)`;

/**
 * One row: contacts, total and unknown (contacts without a cost), as DOUBLE. `contacts`: a query of person_id and value DOUBLE; people in both arms do not
 * count.
 */
export const contactCosts = (contacts: Sql, assigned: Relation): Sql => sql`
select cast(count(*) as double) as contacts, cast(coalesce(${exactSum(sql`contact.value`)}, 0) as double) as total,
  cast(count(*) filter (where contact.value is null) as double) as unknown
from (${contacts}) as contact
semi join (select a.person_id from ${assigned} as a where a.is_contacted <> a.is_control) as own on own.person_id = contact.person_id`;

interface KnownColumn {
  name: string;
  /** Aggregate over a person's rows `own`. */
  value: Sql;
  /** For people without a row; null: not known. */
  absent: 0 | null;
}

/** Rows of people, each read once for all columns that come from them. */
export interface KnownSource {
  rows: Relation;
  /** True for the rows `own` that count. */
  test: Sql;
  columns: KnownColumn[];
}

/** What people did in a stream before the time. */
export const knownOfStream = (
  name: string,
  events: Relation,
  hasValue: boolean,
  time: EpochSeconds,
  days: number,
): KnownSource => {
  const isRecent = sql`own.event_time >= ${time - days * 86_400}`;
  const count = (of: Sql): Sql => sql`count(*) filter (where ${of})`;
  return {
    rows: events,
    test: sql`own.event_time < ${time}`,
    columns: [
      { name: `${name}, number of ${days} days`, value: count(isRecent), absent: 0 },
      { name: `${name}, number`, value: sql`count(*)`, absent: 0 },
      { name: `${name}, last`, value: sql`max(own.event_time)`, absent: null },
      ...(hasValue
        ? [
            {
              name: `${name}, amount of ${days} days`,
              value: exactSum(sql`case when ${isRecent} then own.value end`),
              absent: 0 as const,
            },
          ]
        : []),
    ],
  };
};

/** A trait: its numbers, or whether somebody has each of these values. */
export interface KnownTrait {
  name: string;
  values: readonly string[] | null;
}

export const knownOfTraits = (traits: Relation, wanted: readonly KnownTrait[]): KnownSource => ({
  rows: traits,
  test: sql`true`,
  columns: wanted.flatMap(({ name, values }): KnownColumn[] => {
    const is = sql`own.trait = ${name}`;
    if (values === null)
      return [{ name, value: sql`max(try_cast(own.value as double)) filter (where ${is})`, absent: null }];
    return values.map((value) => ({
      name: `${name}: ${value}`,
      value: sql`count(*) filter (where ${is} and own.value = ${value})`,
      absent: 0,
    }));
  }),
});

/** The most frequent values of a trait among these people: value. */
export const frequentValues = (traits: Relation, trait: string, assigned: Relation, most: number): Sql => sql`
select t.value from ${traits} as t semi join ${assigned} as a on a.person_id = t.person_id
where t.trait = ${trait} group by t.value order by count(*) desc, t.value limit ${most}`;

/** Names of the columns of `treatedRows`, in their order. */
export const namesOf = (sources: readonly KnownSource[]): string[] =>
  sources.flatMap(({ columns }) => columns.map(({ name }) => name));

/**
 * One row per person in one arm alone, ordered: person_id, and DOUBLE is_contacted, attained, amount and c0, c1, … of the sources' columns,
 * with NaN where nothing is known. `done`: a query of person_id and value of what people did afterwards.
 */
export const treatedRows = (assigned: Relation, sources: readonly KnownSource[], done: Sql): Sql => {
  const known = sources.filter(({ columns }) => columns.length > 0);
  const placed = known.map((source, i) => ({
    source,
    from: ident(`k${i}`),
    columns: source.columns.map(({ value, absent }, j) => ({ value, absent, as: ident(`v${j}`) })),
  }));
  const shown = placed
    .flatMap(({ from, columns }) => columns.map(({ absent, as }) => ({ from, absent, as })))
    .map(
      ({ from, absent, as }, i) =>
        sql`coalesce(${from}.${as}, ${absent === null ? sql`'nan'::double` : sql`0::double`}) as ${ident(`c${i}`)}`,
    );
  const joins = placed.map(
    ({ source, from, columns }) => sql`left join (
  select own.person_id, ${join(columns.map(({ value, as }) => sql`cast(${value} as double) as ${as}`))}
  from ${source.rows} as own semi join ${assigned} as of_arm on of_arm.person_id = own.person_id
  where ${source.test} group by own.person_id
) as ${from} on ${from}.person_id = a.person_id`,
  );
  return sql`
select a.person_id, cast(a.is_contacted as double) as is_contacted, cast(done.person_id is not null as double) as attained,
  coalesce(done.amount, 0)::double as amount${shown.length > 0 ? sql`, ${join(shown)}` : sql``}
from ${assigned} as a
left join (
  select event.person_id, cast(sum(event.value) as double) as amount from (${done}) as event group by event.person_id
) as done on done.person_id = a.person_id
${join(joins, "\n")}
where a.is_contacted <> a.is_control
order by a.person_id`;
};
