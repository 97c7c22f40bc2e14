// What one person was made of. Each question filters files by a key and reads no more of them than it must, so that it is
// answered at once however many people there are.

import { identityFields, type StreamProperty } from "../../domain/dataset.js";
import { type EventsCursor, maxShown } from "../../domain/person.js";
import type { EpochSeconds } from "../../domain/resource.js";
import { property } from "../relations.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/** One row per key that is somebody's: asked and person_id VARCHAR, the key and the person whose record it is. */
export const personsOfRecords = (persons: Relation, keys: readonly bigint[]): Sql => sql`
  select cast(person.identity_key as varchar) as asked, cast(person.person_id as varchar) as person_id
  from ${persons} as person
  where person.identity_key in (${list(keys)})
  order by person.identity_key`;

/** One row per record of these people, the earliest first: person_id and id VARCHAR. */
export const recordKeys = (persons: Relation, personIds: readonly bigint[]): Sql => sql`
  select cast(person.person_id as varchar) as person_id, cast(person.identity_key as varchar) as id
  from ${persons} as person
  where person.person_id in (${list(personIds)})
  order by person.first_seen, person.identity_key`;

/**
 * One row per record of a person, the earliest first: id VARCHAR, first_seen (epoch ms), rows, sources VARCHAR (positions of
 * the datasets that hold it, separated by commas), and the identity fields as written.
 */
export const recordsOf = (datasets: readonly Relation[], persons: Relation, personId: bigint): Sql => {
  const fields = join(identityFields.map((field) => ident("held", field)));
  const perDataset = datasets.map(
    (dataset, source) => sql`
      select ${source} as source, held.identity_key, held.row_count, ${fields}
      from ${dataset} as held
      where held.identity_key in (
        select own.identity_key from ${persons} as own where own.person_id = ${personId})`,
  );
  const written = identityFields.map((field) => sql`min(${ident("held", field)}) as ${ident(field)}`);
  return sql`
    select cast(person.identity_key as varchar) as id, min(person.first_seen) as first_seen,
      cast(coalesce(sum(held.row_count), 0) as bigint) as rows,
      coalesce(string_agg(cast(held.source as varchar), ',' order by held.source), '') as sources, ${join(written)}
    from ${persons} as person
    left join (${join(perDataset, " union all ")}) as held on held.identity_key = person.identity_key
    where person.person_id = ${personId}
    group by person.identity_key
    order by first_seen, person.identity_key
    limit ${maxShown}`;
};

/** One row: `links`, how many hold a person together. */
export const countLinks = (matches: Relation, persons: Relation, personId: bigint): Sql =>
  sql`select count(*) as links from ${linksOfPerson(matches, persons, personId)}`;

/**
 * One row per link that holds a person together, the least sure first: left_id and right_id VARCHAR, kind, made_at (epoch ms),
 * and, of likeness, pattern, log_odds and the shares.
 */
export const linksOf = (matches: Relation, persons: Relation, personId: bigint): Sql => sql`
  select cast(link.left_key as varchar) as left_id, cast(link.right_key as varchar) as right_id, link.kind, link.made_at,
    link.pattern, link.log_odds, link.first_name_share, link.last_name_share, link.postcode_share
  from ${linksOfPerson(matches, persons, personId)} as link
  order by link.log_odds nulls last, link.left_key, link.right_key
  limit ${maxShown}`;

const linksOfPerson = (matches: Relation, persons: Relation, personId: bigint): Relation => sql`(
  select match.*
  from ${matches} as match
  where match.left_key in (
    select person.identity_key from ${persons} as person where person.person_id = ${personId}))`;

/** One row per person: id VARCHAR, records, and the identity fields as they are shown, in order of id. */
export const summaries = (people: Relation, persons: Relation, personIds: readonly bigint[]): Sql => {
  const fields = identityFields.map((field) => ident("shown", field));
  return sql`
    select cast(shown.person_id as varchar) as id, counted.records, ${join(fields)}
    from ${people} as shown
    join (
      select person.person_id, count(*) as records
      from ${persons} as person
      where person.person_id in (${list(personIds)})
      group by person.person_id
    ) as counted on counted.person_id = shown.person_id
    where shown.person_id in (${list(personIds)})
    order by shown.person_id`;
};

/**
 * One row per person who may live where a person lives, themselves too: node (their id) and the identity fields. It is a
 * wide guess that is cheap to make of everybody.
 */
export const possibleHousehold = (people: Relation, personId: bigint): Sql => {
  const fields = join(identityFields.map((field) => ident("other", field)));
  return sql`
    select other.person_id as node, ${fields}
    from ${people} as other
    join (select * from ${people} where person_id = ${personId}) as own on ${area("other")} = ${area("own")}`;
};

/** The most exact of what is known of where somebody lives; null where nothing is. */
const area = (row: string): Sql => sql`
  coalesce(upper(left(replace(${ident(row, "postcode")}, ' ', ''), 5)), lower(trim(${ident(row, "city")})),
    lower(left(trim(${ident(row, "freeform_address")}), 6)))`;

/** One row per other person of the same household, by id: person_id VARCHAR. `homes` has person_id and household. */
export const householdMembers = (homes: Relation, personId: bigint): Sql => sql`
  select cast(other.person_id as varchar) as person_id
  from ${homes} as other
  join ${homes} as own on own.household = other.household
  where own.person_id = ${personId} and other.person_id <> ${personId}
  order by other.person_id
  limit ${maxShown}`;

// What one person did in a stream. A stream's file is ordered by person, so no more than a part of it is read.

/**
 * One row per event of a person before the cutoff that is not newer than the cursor, the newest first and those without a time
 * last: event_time, value, p_<property>. At most `limit`; the order is total up to rows that are equal in every column.
 */
export const personEvents = (
  events: Relation,
  properties: readonly Pick<StreamProperty, "name">[],
  personId: bigint,
  page: { cutoff: EpochSeconds; from: EventsCursor | null; limit: number },
): Sql => {
  const own = properties.map(({ name }) => property("event", name));
  return sql`
    select ${join([sql`event.event_time`, sql`event.value`, ...own])}
    from ${events} as event
    where event.person_id = ${personId} and ${happenedBefore(page.cutoff)} and ${reached(page.from)}
    order by ${join([
      sql`event.event_time desc nulls last`,
      ...[ident("event", "arrival_time"), ident("event", "value"), ...own].map(
        (column) => sql`${column} nulls last`,
      ),
    ])}
    limit ${page.limit}`;
};

/** One row: events of a person before the cutoff. */
export const countPersonEvents = (events: Relation, personId: bigint, cutoff: EpochSeconds): Sql => sql`
  select count(*) as events
  from ${events} as event
  where event.person_id = ${personId} and ${happenedBefore(cutoff)}`;

const happenedBefore = (cutoff: EpochSeconds): Sql =>
  sql`(event.event_time is null or event.event_time < ${cutoff})`;

const reached = (from: EventsCursor | null): Sql => {
  if (from === null) return sql`true`;
  return from.time === null
    ? sql`event.event_time is null`
    : sql`(event.event_time is null or event.event_time <= ${from.time})`;
};
