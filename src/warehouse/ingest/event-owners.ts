// Owners of a stream's events: the identities that have some, with how many they have. The next build adds
// those of later files.

import type { IdentityField } from "../../domain/data/dataset.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { isGuestNumber } from "../persons/contacts.js";
import { meaningful } from "../persons/text.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { keyColumn } from "./identities.js";

/**
 * One row per identity with events: identity_key, events, value_micros (their sum), oldest and newest.
 * With `byArrival`, one for each arrival_time, too.
 */
export const eventOwners = (events: Relation, byArrival = false): Sql => {
  const key = byArrival ? sql`e.identity_key, e.arrival_time` : sql`e.identity_key`;
  return sql`
  select ${key}, count(*) as events, sum(${micros(sql`e.value`)}) as value_micros,
    min(e.event_time) as oldest, max(e.event_time) as newest
  from ${events} as e group by ${key}`;
};

/** The same, with one row per identity. */
export const addedOwners = (owners: Relation): Relation => sql`(
  select o.identity_key, cast(sum(o.events) as bigint) as events, sum(o.value_micros) as value_micros,
    min(o.oldest) as oldest, max(o.newest) as newest
  from ${owners} as o group by o.identity_key)`;

/** The same of the `holders` of a log of events, see `typed-rows.ts`; `keysFile`: `identityHashes`. */
export const heldEventOwners = (holders: Relation, keysFile: string): Sql => sql`
  select known.identity_key, h.events, h.value_micros, h.oldest, h.newest
  from ${holders} as h join ${parquet(keysFile)} as known on known.identity_hash = h.${keyColumn(0)}`;

/** The rows of `owners/<stream>.parquet`, see `readStateFiles`. */
export const ownersKept = (owners: Relation): Sql => sql`
  select o.* replace (cast(o.value_micros as decimal(38, 0)) as value_micros) from ${owners} as o order by o.identity_key`;

export type OwnedEvents = {
  events: number;
  oldest: number | null;
  newest: number | null;
  total: number | null;
};

/** One row, of owners who may have several rows of an identity: events, oldest, newest, total (of the values). */
export const ownedEvents = (owners: Relation): Sql => sql`
  select cast(coalesce(sum(o.events), 0) as bigint) as events, min(o.oldest) as oldest, max(o.newest) as newest,
    ${fromMicros(sql`sum(o.value_micros)`)} as total
  from ${owners} as o`;

export type Customers = { customers: number; repeating: number };

/** One row: how many customers and repeating ones the events of `own` add to those of `earlier` owners. */
export const addedCustomers = (own: Relation, earlier: Relation): Sql => sql`
  select count(*) filter (known.events is null) as customers,
    count(*) filter (coalesce(known.events, 0) <= 1 and coalesce(known.events, 0) + own.events > 1) as repeating
  from ${own} as own
  left join (
    select o.identity_key, sum(o.events) as events from ${earlier} as o
    semi join ${own} as came on came.identity_key = o.identity_key group by o.identity_key
  ) as known on known.identity_key = own.identity_key
  where own.identity_key is not null`;

const isZero = sql`coalesce(regexp_full_match(trim(i.customer_id), '0+'), false)`;
const contact = sql`lower(concat_ws(' ', i.email, i.phone, i.person_full_name, i.person_last_name, i.postcode, i.city))`;
const isNobody = sql`(${isZero} and (coalesce(ids.is_zero_shared, false) or not ids.is_numbered) or ${isGuestNumber(sql`i.customer_id`)})`;

/** One row: found, whether a customer number of the identities may stand for none. */
export const numbersOfNobody = (identities: Relation): Sql => sql`
  select count(*) > 0 as found from ${identities} as i where i.customer_id is not null
    and (${isZero} or ${isGuestNumber(sql`i.customer_id`)} or ${meaningful(sql`i.customer_id`)} is null)`;

const nameFields: readonly IdentityField[] = [
  ...(["person_full_name", "person_last_name", "person_first_name", "birth_date"] as const),
  ...(["house_number_and_street", "freeform_address", "postcode"] as const),
];
/** Null for a place without a name or an address, or a number that stands for none. */
const named = sql`case when coalesce(${join(nameFields.map((field) => sql`i.${ident(field)}`))}) is not null
  then cast(i.identity_key as varchar) end`;

const customerFields: readonly IdentityField[] = ["customer_id", "email_hash", "phone", "national_id"];

/** Name of the customer of an identity `i`, by its ID where `ids.found`, see `idsFound`; null for nobody. */
const customerName = (): Sql => {
  const others = customerFields.map((field) => {
    const text = sql`i.${ident(field)}`;
    const value =
      field === "customer_id" ? sql`case when ${isNobody} then null else ${meaningful(text)} end` : text;
    return sql`${`${field} `} || ${value}`;
  });
  const byEmail = sql`coalesce(lower(i.email), ${join(others)}, ${named})`;
  return sql`case when ids.found then coalesce(${others[0]!}, ${byEmail}) else ${byEmail} end`;
};

/**
 * Over identities `i`: found, whether each has an ID, is_zero_shared, whether several have the ID 0, and
 * is_numbered, whether one has the ID 1.
 */
const idsFound = sql`count(i.customer_id) > 0 and count(i.customer_id) >= count(i.email) as found,
  min(${contact}) filter (where ${isZero}) <> max(${contact}) filter (where ${isZero}) as is_zero_shared,
  count(*) filter (where trim(i.customer_id) = '1') > 0 as is_numbered`;

/**
 * One row: customers and repeating, see `EventCounts`. `owners` may have several rows of an identity. An ID
 * that only some have, such as registered ones, does not count all; nor does one that stands for none, such
 * as `guest`, or 0 where several have it or there is no 1. A country alone is nobody's.
 */
export const customers = (owners: Relation, identities: Relation): Sql => {
  const ids = sql`select ${idsFound}
    from ${identities} as i where i.identity_key in (select o.identity_key from ${owners} as o)`;
  const name = customerName();
  return sql`select count(*) as customers, count(*) filter (where c.events > 1) as repeating
    from (select sum(o.events) as events
      from ${owners} as o
      join ${identities} as i on i.identity_key = o.identity_key, (${ids}) as ids
      where ${name} is not null
      group by ${name}) as c`;
};

/** One row per file, see `eventOwners`: arrival_time, customers, as if there were no other, and events. */
export const customersByArrival = (owners: Relation, identities: Relation): Sql => sql`
  select c.arrival_time, count(distinct c.name) as customers, cast(sum(c.events) as bigint) as events
  from (
    select o.arrival_time, o.events, ${customerName()} as name
    from ${owners} as o
    join ${identities} as i on i.identity_key = o.identity_key
    join (
      select o.arrival_time, ${idsFound}
      from ${owners} as o join ${identities} as i on i.identity_key = o.identity_key group by o.arrival_time
    ) as ids on ids.arrival_time = o.arrival_time) as c
  group by c.arrival_time`;
