// Crosswalk: which record of which dataset is which person. One row per record, and per key of the owner's
// where a record has several.

import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { householdId } from "./representations.js";

interface CrosswalkDataset {
  name: string;
  identities: Relation;
  /** See `references.parquet`; null without keys. */
  references: Relation | null;
}

/**
 * One row per record of a dataset and key in it: place, dataset, key_column, key (null without one),
 * identity_key, and `more` columns of identities.
 */
export const crosswalkRecords = (
  datasets: readonly CrosswalkDataset[],
  more: readonly string[] = [],
): Relation => {
  const held = more.map((column) => sql`, ${ident("held", column)}`);
  const ofDataset = ({ name, identities, references }: CrosswalkDataset, place: number): Sql => {
    const keys =
      references ??
      sql`(select cast(null as bigint) as identity_key, cast(null as varchar) as column_name,
      cast(null as varchar) as reference where false)`;
    return sql`
      select ${place} as place, ${name} as dataset,
        coalesce(own.column_name, case when held.customer_id is not null then 'customer_id' end) as key_column,
        coalesce(own.reference, held.customer_id) as key, held.identity_key${join(held, "")}
      from ${identities} as held
      left join (select distinct identity_key, column_name, reference from ${keys}) as own
        on own.identity_key = held.identity_key`;
  };
  return sql`(${join(datasets.map(ofDataset), " union all ")})`;
};

/**
 * One row per linked record: identity_key, match_probability of its strongest link: 1 by a key, a row or the
 * owner's decision.
 */
export const recordLikelihoods = (matches: Relation | null): Sql => {
  if (matches === null)
    return sql`select cast(null as bigint) as identity_key, cast(null as double) as match_probability where false`;
  const side = (column: Sql) =>
    sql`select ${column} as identity_key, link.kind, link.log_odds from ${matches} as link`;
  return sql`
    select own.identity_key,
      max(case own.kind when 'match' then round(1 / (1 + exp(-least(greatest(own.log_odds, -700), 700))), 6) else 1 end) as match_probability
    from (${side(sql`link.left_key`)} union all ${side(sql`link.right_key`)}) as own
    group by own.identity_key`;
};

/**
 * One row per record of the selected people: row_key, the columns of a crosswalk but the household, and the
 * payload.
 */
export const crosswalkRows = (
  selected: Relation,
  persons: Relation,
  records: Relation,
  likelihoods: Sql,
): Sql => sql`
  select concat_ws(chr(31), lpad(cast(record.place as varchar), 4, '0'), record.key, record.identity_key, record.key_column) as row_key,
    record.dataset, record.key_column, record.key, cast(record.identity_key as varchar) as record_id,
    coalesce(likely.match_probability, 1) as match_probability, c.*
  from ${selected} as c
  join ${persons} as person on person.person_id = c.person_id
  join ${records} as record on record.identity_key = person.identity_key
  left join (${likelihoods}) as likely on likely.identity_key = record.identity_key`;

/**
 * The crosswalk of all people, a row of `records` with its person: person_id, record_id, dataset, key_column,
 * key, the `fields`, first_seen_at (when a build first read the record) and match_probability. In order of
 * people, so that the same people give the same file.
 */
export const crosswalkOfAllPeople = (
  records: Relation,
  persons: Relation,
  likelihoods: Sql,
  fields: readonly string[],
): Sql => sql`
  select cast(person.person_id as varchar) as person_id, cast(record.identity_key as varchar) as record_id,
    record.dataset, record.key_column, record.key, ${join(fields.map((field) => ident("record", field)))},
    strftime(make_timestamp(record.first_seen * 1000), '%Y-%m-%dT%H:%M:%S.%gZ') as first_seen_at,
    coalesce(likely.match_probability, 1) as match_probability
  from ${records} as record
  join ${persons} as person on person.identity_key = record.identity_key
  left join (${likelihoods}) as likely on likely.identity_key = record.identity_key
  order by person.person_id, record.place, record.key, record.identity_key, record.key_column`;

/**
 * The rows with household_id VARCHAR, which people of one residence share; null without an address. `homes`:
 * person_id, household.
 */
export const householdIds = (rows: Sql, homes: Relation): Sql => sql`
  select row.*, ${householdId(sql`home.household`)} as household_id
  from (${rows}) as row left join ${homes} as home on home.person_id = row.person_id`;
