// Decided records: the records of now that a decision of the owner is about. It names records as they were
// when it was made. A name leads to the record itself, to those that took its place, and to one that was away
// for a while and is back. `decided` has one row per decision, name and record that it has led to: decision
// VARCHAR (its id; null for every decision), name, identity_key, number (hash of its customer number, or
// null), seen (epoch ms: of the last build with it).

import { existsSync } from "node:fs";
import { followedLeads, type Lead } from "../../domain/people/decided-records.js";
import type { Decisions } from "../../domain/people/people.js";
import type { Engine } from "../engine.js";
import { peopleFiles, relation, relationOr } from "../relations.js";
import { rowsAmong, unionOf } from "../rows.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { customerNumbers } from "./contacts.js";
import { valueHash } from "./edges.js";
import { stateFiles, stateRelations } from "./resolution-state.js";

const noDecided = sql`
  select cast(null as varchar) as decision, cast(null as bigint) as name, cast(null as bigint) as identity_key,
    cast(null as bigint) as number, cast(null as bigint) as seen
  where false`;

/** Where names are looked for. */
export interface NamedRecords {
  /** All records: identity_key. */
  held: Relation;
  /** See `lineageOf`. */
  lineage: Relation;
  /** See `decided.parquet`. */
  decided: Relation;
}

/**
 * The records that the names of these decisions lead to. `names`: name, staged; null without any decision.
 * `customers`: the customer numbers of the records, identity_key and value.
 */
export const findLeads = async (
  engine: Engine,
  decisions: readonly Decisions[],
  { held, lineage, decided }: NamedRecords,
  customers: Relation | null,
): Promise<{ names: Relation | null; leads: Lead[] }> => {
  const keys = new Set(
    decisions.flatMap(({ together, apart }) =>
      [...together, ...apart].flatMap(({ left, right }) => [left, right]),
    ),
  );
  if (keys.size === 0) return { names: null, leads: [] };
  const names = await engine.createTableOf("decided_name", { name: BigInt64Array.from(keys, BigInt) });
  const known = rowsAmong(decided, names, "name");
  const all = [
    leads(names, held, lineage),
    earlierLeads(known, held, lineage),
    ...(customers ? [leadsByNumber(known, customers)] : []),
  ];
  type Row = Pick<Lead, "name" | "record" | "nearness" | "decision" | "numberOf">;
  return { names, leads: await engine.rows<Row>(nearest(all)) };
};

/** One row per name, record, decision and number: these, keys as VARCHAR, and the largest nearness. */
const nearest = (found: readonly Sql[]): Sql => sql`
  select cast(own.name as varchar) as name, cast(own.identity_key as varchar) as record,
    cast(max(own.nearness) as bigint) as nearness, own.decision, cast(own.number_of as varchar) as "numberOf"
  from (${join(found, " union all ")}) as own
  group by own.name, own.identity_key, own.decision, own.number_of
  order by all`;

/**
 * Nearness of a record to a name, if not by the moment when the named record stopped to count: see
 * `predecessors.parquet`.
 */
const nearness = { itself: 2 ** 53 - 1, earlier: -1, number: -2 };

/**
 * One row per name and record that it leads to: name, identity_key, nearness (larger: nearer), decision and
 * number_of (null). `names`: name; `held`: identity_key; `lineage`: see `lineageOf`.
 */
const leads = (names: Relation, held: Relation, lineage: Relation): Sql => sql`
  select named.name, own.identity_key, ${nearness.itself} as nearness, cast(null as varchar) as decision,
    cast(null as bigint) as number_of
  from ${names} as named join ${held} as own on own.identity_key = named.name
  union all
  select named.name, own.identity_key, own.until, null, null
  from ${names} as named
  join ${lineage} as own on own.former_key = named.name
  semi join ${held} as held on held.identity_key = own.identity_key`;

/** The same rows for records to which a name led in an earlier build, and for those that took their place. */
const earlierLeads = (decided: Relation, held: Relation, lineage: Relation): Sql => {
  const last: Relation = sql`(select distinct own.identity_key as name from ${decided} as own)`;
  return sql`
    select distinct own.name, found.identity_key, ${nearness.earlier} as nearness, own.decision, cast(null as bigint) as number_of
    from (${leads(last, held, lineage)}) as found
    join ${decided} as own on own.identity_key = found.name`;
};

/** More records of one number are no one's. */
const maxHolders = 20;

/**
 * The same rows for records with the customer number of one to which a name led (number_of). `customers`:
 * identity_key, value.
 */
const leadsByNumber = (decided: Relation, customers: Relation): Sql => sql`
  select distinct own.name, holder.identity_key, ${nearness.number} as nearness, own.decision, own.identity_key as number_of
  from ${decided} as own
  join (
    select customer.identity_key, ${numberHash} as number, count(*) over (partition by ${numberHash}) as holders
    from ${customers} as customer
    where ${numberHash} in (select held.number from ${decided} as held)
  ) as holder on holder.number = own.number and holder.holders <= ${maxHolders}`;

const numberHash = valueHash(literal("customer"), sql`customer.value`);

/** The customer numbers of all records of a build of people; null for a build that keeps no state. */
export const customersIn = (dir: string): Relation | null => {
  const files = stateFiles(dir);
  if (!existsSync(files.identities) || !existsSync(files.normalised)) return null;
  const { identities, normalised } = stateRelations(dir);
  return customersOfState(identities, normalised);
};

/** One row per record with a customer number: identity_key, value. */
const customersOfState = (identities: Relation, normalised: Relation): Relation => sql`(
  select own.identity_key, spelled.customer as value
  from ${identities} as own join ${normalised} as spelled on spelled.node = own.node
  where spelled.customer is not null)`;

/** The customer numbers of all records: identity_key, value. `identities`: of each dataset. */
export const customersOf = (identities: readonly Relation[]): Relation => {
  const all = identities.map((own) => sql`select own.identity_key, own.customer_id from ${own} as own`);
  const written = sql`(select distinct held.identity_key as node, held.customer_id from (${join(all, " union all ")}) as held)`;
  return sql`(select own.node as identity_key, own.value from (${customerNumbers(written)}) as own)`;
};

/** `decided.parquet` of a build of people; without rows for no build. */
export const decidedIn = (dir: string | null): Relation =>
  relationOr(dir && peopleFiles(dir).decided, noDecided);

/** The same with the records of that build themselves, for what was decided since. */
export const decidedThrough = (dir: string | null): Relation => {
  const customers = dir && customersIn(dir);
  return customers ? unionOf(decidedIn(dir), recordsThen(customers)) : decidedIn(dir);
};

/**
 * Every record of a build as if it had been named in it: the columns of `decided`. `customers`: identity_key,
 * value.
 */
const recordsThen = (customers: Relation): Relation => sql`(
  select cast(null as varchar) as decision, customer.identity_key as name, customer.identity_key,
    ${numberHash} as number, cast(0 as bigint) as seen
  from ${customers} as customer)`;

/** In a decision, a name keeps this many of the records to which it has led, the latest. */
const maxKeptRecords = 8;

/**
 * The rows of `decided` after a build at `now`. `names`: name; `followed`: decision, name, identity_key;
 * `customers`: identity_key, value.
 */
const decidedAfter = (
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
    partition by led.decision, led.name order by max(led.seen) desc, led.identity_key) <= ${maxKeptRecords}`;

/** The rows of `decided.parquet`, without people who are to be deleted (`forgotten`: identity_key). */
const decidedRows = (rows: Sql, forgotten: Relation | null): Sql => {
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

interface FoundLeads {
  /** See `predecessors.parquet`. */
  predecessors: Relation;
  /** See `findLeads`. */
  names: Relation | null;
  leads: readonly Lead[];
}

/** Writes `predecessors.parquet` and `decided.parquet`. `decided`: of the previous build. */
export const writeDecided = async (
  engine: Engine,
  dir: string,
  { predecessors, names, leads }: FoundLeads,
  { decisions, ...known }: { decisions: Decisions; decided: Relation; customers: Relation; now: number },
): Promise<void> => {
  const files = peopleFiles(dir);
  await engine.writeParquet(sql`select * from ${predecessors} order by all`, files.predecessors);
  const forgotten = existsSync(files.forgotten) ? relation(files.forgotten) : null;
  const followed = followedLeads(decisions, leads);
  const rows = await engine.createTableOf("followed_lead", {
    decision: followed.map(({ decision }) => decision),
    name: BigInt64Array.from(followed, ({ name }) => BigInt(name)),
    identity_key: BigInt64Array.from(followed, ({ record }) => BigInt(record)),
  });
  await engine.writeParquet(
    decidedRows(names ? decidedAfter(names, rows, known) : noDecided, forgotten),
    files.decided,
  );
};
