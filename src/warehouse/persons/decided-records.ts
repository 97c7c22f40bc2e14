// Decided records: the records of now that a decision of the owner is about. It names records as they were
// when it was made. A name leads to the record itself, to those that took its place, and to one that was away
// for a while and is back. `decided` has one row per decision, name and record that it has led to: decision
// VARCHAR (its id; null for every decision), name, identity_key, number (hash of its customer number, or
// null), seen (epoch ms: of the last build with it).

import { ident, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { valueHash } from "./edges.js";

export const noDecided = sql`
  select cast(null as varchar) as decision, cast(null as bigint) as name, cast(null as bigint) as identity_key,
    cast(null as bigint) as number, cast(null as bigint) as seen
  where false`;

/**
 * How near a record is to a name, if not by the moment when the named record stopped to count: see
 * `predecessors.parquet`.
 */
export const nearness = { itself: 2 ** 53 - 1, remembered: -1, number: -2 };

/**
 * One row per name and record that it leads to: name, identity_key, nearness (larger: nearer), decision and
 * number_of (null). `names`: name; `held`: identity_key; `predecessors`: see `ingest/predecessors.ts`.
 */
export const leads = (names: Relation, held: Relation, predecessors: Relation): Sql => sql`
  select named.name, own.identity_key, ${nearness.itself} as nearness, cast(null as varchar) as decision,
    cast(null as bigint) as number_of
  from ${names} as named join ${held} as own on own.identity_key = named.name
  union all
  select named.name, own.identity_key, own.until, null, null
  from ${names} as named
  join ${predecessors} as own on own.former_key = named.name
  semi join ${held} as held on held.identity_key = own.identity_key`;

/** The same rows for records to which a name led in an earlier build, and for those that took their place. */
export const rememberedLeads = (decided: Relation, held: Relation, predecessors: Relation): Sql => {
  const last: Relation = sql`(select distinct own.identity_key as name from ${decided} as own)`;
  return sql`
    select distinct own.name, found.identity_key, ${nearness.remembered} as nearness, own.decision, cast(null as bigint) as number_of
    from (${leads(last, held, predecessors)}) as found
    join ${decided} as own on own.identity_key = found.name`;
};

/** More records of one number are no one's. */
const maxHolders = 20;

/**
 * The same rows for records with the customer number of one to which a name led (number_of). `customers`:
 * identity_key, value.
 */
export const leadsByNumber = (decided: Relation, customers: Relation): Sql => sql`
  select distinct own.name, holder.identity_key, ${nearness.number} as nearness, own.decision, own.identity_key as number_of
  from ${decided} as own
  join (
    select customer.identity_key, ${numberHash} as number, count(*) over (partition by ${numberHash}) as holders
    from ${customers} as customer
    where ${numberHash} in (select held.number from ${decided} as held)
  ) as holder on holder.number = own.number and holder.holders <= ${maxHolders}`;

const numberHash = valueHash(literal("customer"), sql`customer.value`);

/**
 * One row per record with a customer number: identity_key, value. `identities` and `normalised`: of the state
 * of a build, see `normalisedIdentities`.
 */
export const customersOfState = (identities: Relation, normalised: Relation): Relation => sql`(
  select own.identity_key, spelled.customer as value
  from ${identities} as own join ${normalised} as spelled on spelled.node = own.node
  where spelled.customer is not null)`;

/** The rows of `decided`, with those of `recordsThen`. */
export const decidedWithRecords = (decided: Relation, customers: Relation): Relation =>
  sql`(select * from ${decided} union all by name ${recordsThen(customers)})`;

/**
 * Every record of a build as if it had been named in it: the columns of `decided`. `customers`: identity_key,
 * value.
 */
const recordsThen = (customers: Relation): Sql => sql`
  select cast(null as varchar) as decision, customer.identity_key as name, customer.identity_key,
    ${numberHash} as number, cast(0 as bigint) as seen
  from ${customers} as customer`;

/**
 * The last change that had given one of these records (identity_key) an heir: until; null for none. See
 * `Decision.heirs_until`.
 */
export const lastSuccession = (predecessors: Relation, records: Relation): Sql => sql`
  select max(own.until) as until
  from ${predecessors} as own semi join ${records} as named on named.identity_key = own.former_key`;

/** In a decision, a name keeps this many of the records to which it has led, the latest. */
const maxRemembered = 8;

/**
 * The rows of `decided` after a build at `now`. `names`: name; `followed`: decision, name, identity_key;
 * `customers`: identity_key, value.
 */
export const decidedAfter = (
  names: Relation,
  followed: Relation,
  { decided, customers, now }: { decided: Relation; customers: Relation; now: number },
): Sql => sql`
  select led.decision, led.name, led.identity_key, max(led.number) as number, max(led.seen) as seen
  from (
    select own.decision, own.name, own.identity_key, ${numberHash} as number, cast(${now} as bigint) as seen
    from ${followed} as own
    left join ${customers} as customer on customer.identity_key = own.identity_key
    union all by name
    select own.* from ${decided} as own semi join ${names} as named on named.name = own.name
  ) as led
  group by led.decision, led.name, led.identity_key
  qualify row_number() over (
    partition by led.decision, led.name order by max(led.seen) desc, led.identity_key) <= ${maxRemembered}`;

/** The rows of `decided.parquet`, without people who are to be deleted (`forgotten`: identity_key). */
export const decidedRows = (rows: Sql, forgotten: Relation | null): Sql => {
  const without = (column: string) =>
    forgotten === null
      ? sql`true`
      : sql`${ident("own", column)} not in (select gone.identity_key from ${forgotten} as gone)`;
  return sql`
    select own.decision, own.name, own.identity_key, own.number, own.seen
    from (${rows}) as own
    where ${without("name")} and ${without("identity_key")}
    order by own.decision, own.name, own.identity_key`;
};
