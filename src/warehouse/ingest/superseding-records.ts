// Superseding records take the place of others. When a file replaces another, or a row is upserted, a
// record whose e-mail address was corrected disappears, and another appears at the same moment. Few records
// change at once, so two of them that agree in a telephone number and a name are one, where the same
// agreement among all records would say less.

import { phoneEnding } from "../persons/phones.js";
import { folded } from "../persons/text.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";

/**
 * One row per record: identity_key and what it says in comparable spelling, VARCHAR. `records`: identity_key
 * and the identity fields.
 */
export const comparableRecords = (records: Relation): Sql => {
  const text = (value: Sql): Sql => sql`nullif(${folded(sql`trim(${value})`)}, '')`;
  const words = sql`string_split(${text(sql`own.person_full_name`)}, ' ')`;
  return sql`
    select own.identity_key, ${text(sql`own.customer_id`)} as customer, ${text(sql`own.national_id`)} as national,
      ${text(sql`own.email`)} as email, ${text(sql`own.email_hash`)} as email_hash,
      ${phoneEnding(sql`own.phone`)} as phone,
      coalesce(${text(sql`own.person_first_name`)}, case when len(${words}) > 1 then ${words}[1] end) as first_name,
      coalesce(${text(sql`own.person_last_name`)}, ${words}[-1]) as last_name,
      ${text(sql`own.birth_date`)} as birth, ${text(sql`own.house_number_and_street`)} as street,
      ${text(sql`own.postcode`)} as postcode, ${text(sql`own.city`)} as city, ${text(sql`own.freeform_address`)} as freeform
    from ${records} as own`;
};

/** Agreements by which a record is looked for among those that appear with it. */
const looseAgreements: readonly (readonly string[])[] = [
  ["customer"],
  ["national"],
  ["email"],
  ["email_hash"],
  ["phone"],
  ["first_name", "last_name", "postcode"],
  ["first_name", "last_name", "birth"],
  ["last_name", "street"],
  ["last_name", "freeform"],
];

/** Agreements that make two records one person, for records that were there before. */
const strictAgreements: readonly (readonly string[])[] = [
  ["customer"],
  ["national"],
  ["email", "first_name", "last_name"],
  ["email_hash", "first_name", "last_name"],
  ["phone", "first_name", "last_name"],
  ["first_name", "last_name", "birth"],
  ["first_name", "last_name", "street", "postcode"],
];

/** More records than this with one value say nothing about one person. */
const maxHolders = 50;

/**
 * One row per record and value that it is looked for by: the columns of `records` (identity_key, …) and value
 * VARCHAR.
 */
const lookups = (
  records: Relation,
  comparable: Relation,
  agreements: readonly (readonly string[])[],
): Sql => {
  const texts = agreements.map((columns, i) => {
    const parts = columns.map((column) => ident("own", column));
    return sql`${String(i)} || chr(31) || ${join(parts, " || chr(31) || ")}`;
  });
  return sql`
    select * from (
      select records.*, unnest([${join(texts)}]) as value
      from ${records} as records join ${comparable} as own on own.identity_key = records.identity_key)
    where value is not null`;
};

/** Changes of the records that count, with what the records say. */
export interface RecordChanges {
  /** Records that stop to count: identity_key, moment (epoch ms). */
  removed: Relation;
  /** Records that begin to count: identity_key, moment. */
  added: Relation;
  /** One row per interval in which a record counts: identity_key, since, until (epoch ms, exclusive). */
  intervals: Relation;
  /** See `comparableRecords`. */
  comparable: Relation;
}

const isSame = (column: string): Sql => sql`${ident("l", column)} = ${ident("r", column)}`;

/** Weight of an equal value in the likeness of two records; equal customer IDs alone decide. */
const weights: Readonly<Record<string, number>> = {
  customer: 100,
  national: 60,
  email: 24,
  email_hash: 24,
  phone: 16,
  freeform: 14,
  birth: 12,
  street: 10,
  last_name: 6,
  first_name: 6,
  postcode: 4,
  city: 2,
};

/** Likeness of two records `l` and `r`. */
const likeness = (): Sql => {
  const agreed = Object.entries(weights).map(
    ([column, weight]) => sql`case when ${isSame(column)} then ${weight} else 0 end`,
  );
  return sql`(${join(agreed, " + ")}
    - case when l.customer <> r.customer then 14 else 0 end - case when l.birth <> r.birth then 12 else 0 end)`;
};

/** A postcode and a whole name, or a telephone number. */
const minLikeness = 16;

/**
 * Two first names of which neither is a spelling or a beginning of the other are those of a couple, or of a
 * parent and a child.
 */
const isOther = sql`coalesce(jaro_winkler_similarity(l.first_name, r.first_name) < 0.85
  and not starts_with(l.first_name, r.first_name) and not starts_with(r.first_name, l.first_name), false)
  and not coalesce(${isSame("customer")} or ${isSame("national")}, false)`;

/**
 * One row per pair: superseded_key, superseding_key, moment, likeness, is_certain (equal customer IDs).
 * `pairs`: superseded_key, superseding_key, moment.
 */
const comparedPairs = (pairs: Sql, comparable: Relation): Sql => sql`
  select * from (
    select pair.*, ${likeness()} as likeness, coalesce(${isSame("customer")}, false) as is_certain
    from (${pairs}) as pair
    join ${comparable} as l on l.identity_key = pair.superseded_key
    join ${comparable} as r on r.identity_key = pair.superseding_key
    where not (${isOther}))
  where likeness >= ${minLikeness}`;

/**
 * One row per record that another takes the place of, among those that appear at the moment when it
 * disappears: superseded_key, superseding_key, moment. Each is the other's most similar, or both have one
 * customer ID.
 */
export const addedSuperseding = ({ removed, added, comparable }: RecordChanges): Sql => {
  const [left, right] = [removed, added].map((records) => lookups(records, comparable, looseAgreements));
  const pairs = sql`
    select distinct l.identity_key as superseded_key, r.identity_key as superseding_key, l.moment
    from (select *, count(*) over (partition by moment, value) as holders from (${left!})) as l
    join (select *, count(*) over (partition by moment, value) as holders from (${right!})) as r
      on r.value = l.value and r.moment = l.moment
    where l.holders <= ${maxHolders} and r.holders <= ${maxHolders}`;
  return sql`
    select superseded_key, superseding_key, moment from (
      select *,
        row_number() over (partition by moment, superseded_key order by likeness desc, superseding_key) as place,
        row_number() over (partition by moment, superseding_key order by likeness desc, superseded_key) as superseding_place
      from (${comparedPairs(pairs, comparable)}))
    where place = 1 and (superseding_place = 1 or is_certain)`;
};

/**
 * The same for records that none of these supersedes (`removed`), among those that were there before and
 * share keys that make them one person.
 */
export const remainingSuperseding = ({
  removed,
  intervals,
  comparable,
}: Omit<RecordChanges, "added">): Sql => {
  const all: Relation = sql`(select own.identity_key from ${comparable} as own)`;
  const pairs = sql`
    with wanted as materialized (${lookups(removed, comparable, strictAgreements)}),
      found as materialized (
        select own.*, count(*) over (partition by own.value) as holders
        from (${lookups(all, comparable, strictAgreements)}) as own semi join wanted on wanted.value = own.value)
    select distinct wanted.identity_key as superseded_key, found.identity_key as superseding_key, wanted.moment
    from wanted
    join found on found.value = wanted.value and found.holders <= ${maxHolders}
    join ${intervals} as valid on valid.identity_key = found.identity_key
      and valid.since < wanted.moment and wanted.moment < valid.until`;
  return sql`
    select superseded_key, superseding_key, moment from (
      select *, row_number() over (partition by moment, superseded_key order by likeness desc, superseding_key) as place
      from (${comparedPairs(pairs, comparable)}))
    where place = 1`;
};
