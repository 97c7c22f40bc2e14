// Queries about one person: their records, links, household and events. Each filters files by a key and reads
// only a part of them, so the answer is immediate however many people there are.

import { identityFields } from "../../domain/data/dataset.js";
import { type EventsCursor, maxShown, type ReviewRequest } from "../../domain/people/person.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { householdId } from "../delivery/representations.js";
import { property, type StoredProperty } from "../property-columns.js";
import { ident, join, list, type Relation, type Sql, sql } from "../sql/sql.js";

/** Where a key is looked up. */
interface PeopleByKey {
  persons: Relation;
  /** alias, person_id. */
  aliases: Relation;
  /** See `predecessors.parquet`. */
  former: Relation;
}

/**
 * One row per key that leads to a person: key and person_id VARCHAR. A key is the id of a person, a former
 * id, a record, or a record whose place another took, in this order; `areRecords`: a record first, because a
 * person whom the owner has split off may have the id of a record that stayed.
 */
export const personsOfKeys = (
  { persons, aliases, former }: PeopleByKey,
  keys: readonly bigint[],
  areRecords: boolean,
): Sql => {
  return sql`
    select cast(found.key as varchar) as key, cast(arg_min(found.person_id, (found.place, found.person_id)) as varchar) as person_id
    from (
      select person.person_id as key, person.person_id, 1 as place
      from ${persons} as person where person.person_id in (${list(keys)})
      union all
      select own.alias, own.person_id, 2 from ${aliases} as own where own.alias in (${list(keys)})
      union all
      select person.identity_key, person.person_id, ${areRecords ? 0 : 3}
      from ${persons} as person where person.identity_key in (${list(keys)})
      union all
      select own.former_key, person.person_id, 4
      from ${former} as own
      join ${persons} as person on person.identity_key = own.identity_key
      where own.former_key in (${list(keys)})
    ) as found
    group by found.key
    order by found.key`;
};

/** One row, if any of these ids is of somebody who is gone: id VARCHAR, gone_at (null: on a privacy list). */
export const firstGone = (gone: Relation, ids: readonly bigint[]): Sql => sql`
  select cast(own.person_id as varchar) as id, min(own.gone_at) as gone_at
  from ${gone} as own
  where own.person_id in (${list(ids)})
  group by own.person_id
  order by own.person_id
  limit 1`;

/** Pairs that a review may show, and the decisions about them. */
interface Reviewable {
  persons: Relation;
  matches: Relation;
  /** See `near.parquet`. */
  near: Relation;
  /** Pairs that the owner keeps apart: left_key, right_key. */
  apart: Relation;
}

/**
 * Pairs to review: person_id, other_person_id, record, other, probability, rows and cost, the rows to expect
 * in the wrong place. One row per record that belongs to its person by likeness alone, with its surest match,
 * and one per two people who are nearly alike enough, with their most similar records.
 */
const reviewed = ({ persons, matches, near, apart }: Reviewable): Relation => {
  const side = (own: Sql, other: Sql) => sql`
    select ${own} as record, ${other} as other, link.kind, ${probability(sql`link.log_odds`)} as probability
    from ${matches} as link`;
  return sql`(
    with two as (
      select l.person_id, r.person_id as other_person_id, near.left_key as record, near.right_key as other, near.log_odds
      from ${near} as near
      join ${persons} as l on l.identity_key = near.left_key
      join ${persons} as r on r.identity_key = near.right_key and r.person_id <> l.person_id
    ), decided as (
      select least(l.person_id, r.person_id) as one, greatest(l.person_id, r.person_id) as another
      from ${apart} as own
      join ${persons} as l on l.identity_key = own.left_key
      join ${persons} as r on r.identity_key = own.right_key
    ), likeliest as (
      select two.* from two
      anti join decided on decided.one = least(two.person_id, two.other_person_id)
        and decided.another = greatest(two.person_id, two.other_person_id)
      qualify row_number() over (
        partition by least(two.person_id, two.other_person_id), greatest(two.person_id, two.other_person_id)
        order by two.log_odds desc, two.record, two.other) = 1
    ), size as (
      select person.person_id, sum(person.row_count)::bigint as rows
      from ${persons} as person
      where person.person_id in (select person_id from likeliest union select other_person_id from likeliest)
      group by person.person_id
    )
    select person.person_id, person.person_id as other_person_id, own.*, person.row_count as rows,
      (1 - own.probability) * person.row_count as cost
    from (
      select record, arg_max(other, (probability, -other)) as other, max(probability) as probability
      from (${side(sql`link.left_key`, sql`link.right_key`)} union all ${side(sql`link.right_key`, sql`link.left_key`)}) as link
      group by record
      having bool_and(link.kind = 'match')
    ) as own
    join ${persons} as person on person.identity_key = own.record
    union all
    select two.person_id, two.other_person_id, two.record, two.other, ${probability(sql`two.log_odds`)},
      least(l.rows, r.rows), ${probability(sql`two.log_odds`)} * least(l.rows, r.rows)
    from likeliest as two
    join size as l on l.person_id = two.person_id
    join size as r on r.person_id = two.other_person_id)`;
};

const probability = (logOdds: Sql): Sql => sql`1 / (1 + exp(-least(${logOdds}, 700)))`;

/** Each pair once: of two records that are each other's surest match, the first. Shuffled, one person and two in turn. */
const drawn = (pairs: Relation): Relation => sql`(
  select own.* exclude (is_again), row_number() over (partition by own.person_id = own.other_person_id order by ${shuffled}, own.record) as place
  from (
    select pair.*, pair.person_id = pair.other_person_id and count(*) over same > 1 and pair.record > pair.other as is_again
    from ${pairs} as pair
    window same as (partition by least(pair.record, pair.other), greatest(pair.record, pair.other))
  ) as own
  where not own.is_again)`;
const shuffled = sql`md5(own.record || '-' || own.other)`;

/** A page of the pairs to review: the columns of `reviewed`, ids as VARCHAR. */
export const pairsToReview = (of: Reviewable, { order, limit, offset }: ReviewRequest): Sql => {
  const isDrawn = order === "random";
  const pairs = reviewed(of);
  return sql`
    select cast(own.person_id as varchar) as person_id, cast(own.other_person_id as varchar) as other_person_id,
      cast(own.record as varchar) as record, cast(own.other as varchar) as other, own.probability, own.rows, own.cost
    from ${isDrawn ? drawn(pairs) : pairs} as own
    order by ${isDrawn ? sql`own.place, own.person_id <> own.other_person_id` : sql`own.cost desc`}, own.record, own.other
    limit ${limit} offset ${offset}`;
};

/** One row: total, in the order of costs, and one and two, the pairs to draw of one person and of two people. */
export const countToReview = (of: Reviewable): Sql => {
  const pairs = reviewed(of);
  return sql`
    select (select count(*) from ${pairs}) as total,
      count(*) filter (own.person_id = own.other_person_id) as one, count(*) filter (own.person_id <> own.other_person_id) as two
    from ${drawn(pairs)} as own`;
};

/** One row, if a person had this id before: person_id VARCHAR. */
export const personOfFormerId = (aliases: Relation, id: bigint): Sql => sql`
  select cast(own.person_id as varchar) as person_id from ${aliases} as own where own.alias = ${id}`;

/** One row per record of these people, earliest first: person_id and id VARCHAR. */
export const recordKeys = (persons: Relation, personIds: readonly bigint[]): Sql => sql`
  select cast(person.person_id as varchar) as person_id, cast(person.identity_key as varchar) as id
  from ${persons} as person
  where person.person_id in (${list(personIds)})
  order by person.first_seen, person.identity_key`;

/**
 * One row per record of a person, earliest first: id VARCHAR, first_seen (epoch ms), rows, sources VARCHAR
 * (positions of the datasets that hold it, separated by commas), and the identity fields as written.
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

/** One row: links, the number of links between the records of a person. */
export const countLinks = (matches: Relation, persons: Relation, personId: bigint): Sql =>
  sql`select count(*) as links from ${linksOfPerson(matches, persons, personId)}`;

/**
 * One row per link between records of a person, least certain first: left_id and right_id VARCHAR, kind,
 * made_at (epoch ms) and, for kind `match`, pattern, log_odds and the shares.
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

/** One row per person, by id: id VARCHAR, records (their number), and the identity fields as shown. */
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
 * One row per person in the same postcode, city or address prefix, the person included: node (their id) and
 * the identity fields. A cheap prefilter over all people; `householdMembers` compares residences.
 */
export const possibleHousehold = (people: Relation, personId: bigint): Sql => {
  const fields = join(identityFields.map((field) => ident("other", field)));
  return sql`
    select other.person_id as node, ${fields}
    from ${people} as other
    join (select * from ${people} where person_id = ${personId}) as own on ${area("other")} = ${area("own")}`;
};

/** The most precise area of a residence; null where there is none. */
const area = (row: string): Sql => sql`
  coalesce(upper(left(replace(${ident(row, "postcode")}, ' ', ''), 5)), lower(trim(${ident(row, "city")})),
    lower(left(trim(${ident(row, "freeform_address")}), 6)))`;

/** The household of a person, if they have an address: id VARCHAR. */
export const householdOfPerson = (residences: Relation, personId: bigint): Sql => sql`
  select ${householdId(sql`own.household`)} as id from ${residences} as own where own.person_id = ${personId}`;

/** One row per other person of the same household, by id: person_id VARCHAR. `residences`: person_id, household. */
export const householdMembers = (residences: Relation, personId: bigint): Sql => sql`
  select cast(other.person_id as varchar) as person_id
  from ${residences} as other
  join ${residences} as own on own.household = other.household
  where own.person_id = ${personId} and other.person_id <> ${personId}
  order by other.person_id
  limit ${maxShown}`;

/**
 * One row per event of a person in a stream, before the cutoff and not newer than the cursor, newest first
 * and events without a time last: event_time, value, p_<property>. At most `limit` rows; only rows that are
 * equal in every column have no order. A stream's file is ordered by person, so only a part of it is read.
 */
export const personEvents = (
  events: Relation,
  properties: readonly StoredProperty[],
  personId: bigint,
  page: { cutoff: EpochSeconds; from: EventsCursor | null; limit: number },
): Sql => {
  const own = properties.map((stored) => property("event", stored));
  return sql`
    select ${join([sql`event.event_time`, sql`event.value`, ...own])}
    from ${events} as event
    where event.person_id = ${personId} and ${isBefore(page.cutoff)} and ${isFromCursor(page.from)}
    order by ${join([
      sql`event.event_time desc nulls last`,
      ...[ident("event", "arrival_time"), ident("event", "value"), ...own].map(
        (column) => sql`${column} nulls last`,
      ),
    ])}
    limit ${page.limit}`;
};

/** One row: events, the number of events of a person before the cutoff. */
export const countPersonEvents = (events: Relation, personId: bigint, cutoff: EpochSeconds): Sql => sql`
  select count(*) as events
  from ${events} as event
  where event.person_id = ${personId} and ${isBefore(cutoff)}`;

const isBefore = (cutoff: EpochSeconds): Sql =>
  sql`(event.event_time is null or event.event_time < ${cutoff})`;

const isFromCursor = (from: EventsCursor | null): Sql => {
  if (from === null) return sql`true`;
  return from.time === null
    ? sql`event.event_time is null`
    : sql`(event.event_time is null or event.event_time <= ${from.time})`;
};
