// Decided records in a build of people: which records of now the owner's decisions are about, and what the
// next build needs to know of them. It follows from the files alone, except for a record that changed, went
// away and came back.

import { existsSync } from "node:fs";
import { followedLeads, type Lead } from "../../domain/people/decided-records.js";
import type { Decisions } from "../../domain/people/people.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { noPredecessors, predecessorsOfAll } from "../../warehouse/ingest/predecessors.js";
import { withAdded, withReplaced } from "../../warehouse/layers.js";
import { customerNumbers } from "../../warehouse/persons/contacts.js";
import {
  customersOfState,
  decidedAfter,
  decidedRows,
  decidedWithRecords,
  lastSuccession,
  leads,
  leadsByNumber,
  noDecided,
  rememberedLeads,
} from "../../warehouse/persons/decided-records.js";
import { stateFiles } from "../../warehouse/persons/resolution-state.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { join, parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";

/** Where names are looked for. */
export interface NamedRecords {
  /** All records: identity_key. */
  held: Relation;
  /** See `ancestorsOf`. */
  ancestors: Relation;
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
  { held, ancestors, decided }: NamedRecords,
  customers: Relation | null,
): Promise<{ names: Relation | null; leads: Lead[] }> => {
  const keys = new Set(
    decisions.flatMap(({ together, apart }) =>
      [...together, ...apart].flatMap(({ left, right }) => [left, right]),
    ),
  );
  if (keys.size === 0) return { names: null, leads: [] };
  const names = await engine.createTableOf("decided_name", { name: BigInt64Array.from(keys, BigInt) });
  const known: Relation = sql`(select own.* from ${decided} as own semi join ${names} as named on named.name = own.name)`;
  const all = [
    leads(names, held, ancestors),
    rememberedLeads(known, held, ancestors),
    ...(customers ? [leadsByNumber(known, customers)] : []),
  ];
  type Row = Pick<Lead, "name" | "record" | "nearness" | "decision" | "numberOf">;
  const found = await engine.rows<Row>(sql`
    select cast(own.name as varchar) as name, cast(own.identity_key as varchar) as record,
      cast(max(own.nearness) as bigint) as nearness, own.decision,
      cast(own.number_of as varchar) as "numberOf"
    from (${join(all, " union all ")}) as own
    group by own.name, own.identity_key, own.decision, own.number_of
    order by all`);
  return { names, leads: found };
};

/**
 * All records that a record took the place of, with what it goes back to. `predecessors`, `origins`: as in
 * the files of these names.
 */
export const ancestorsOf = (predecessors: Relation, origins: Relation): Relation => sql`(
  select own.identity_key, own.former_key, own.until from ${predecessors} as own
  union all
  select own.identity_key, own.origin, 0 from ${origins} as own where own.origin <> own.identity_key)`;

/** Stages the predecessors of the `numbered` identities in the datasets with these directories. */
export const stagePredecessors = (
  engine: Engine,
  dirs: readonly string[],
  numbered: Relation,
): Promise<Relation> => {
  const files = dirs.map((dir) => datasetFiles(dir).predecessors).filter((file) => existsSync(file));
  return engine.createTable("predecessor", predecessorsOfAll(files.map(parquet), numbered));
};

/** Predecessors in a build of people; without rows for no build, and for one of an earlier version. */
export const predecessorsIn = (dir: string | null): Relation =>
  existing(dir && peopleFiles(dir).predecessors, noPredecessors);

/** `decided.parquet` of a build of people, likewise. Builds of earlier versions remembered for every decision alike. */
export const decidedIn = (dir: string | null): Relation =>
  sql`(${noDecided} union all by name select * from ${existing(dir && peopleFiles(dir).decided, noDecided)})`;

/** The last change that had given one of these records an heir, in a build of people: see `Decision.heirs_until`. */
export const heirsUntil = async (
  engine: Engine,
  dir: string,
  records: readonly string[],
): Promise<EpochMs | null> => {
  const named = await engine.createTableOf("named_record", {
    identity_key: BigInt64Array.from(records, BigInt),
  });
  const { until } = await engine.row<{ until: EpochMs | null }>(lastSuccession(predecessorsIn(dir), named));
  return until;
};

/** The same with the records of that build themselves, for what was decided since. */
export const decidedThrough = (dir: string | null): Relation => {
  const customers = dir && customersIn(dir);
  if (!customers) return decidedIn(dir);
  return decidedWithRecords(decidedIn(dir), customers);
};

const existing = (file: string | null, otherwise: Sql): Relation =>
  file !== null && existsSync(file) ? parquet(file) : sql`(${otherwise})`;

/**
 * The customer numbers of all records of a build of people: identity_key, value. Null for a build of an
 * earlier version.
 */
export const customersIn = (dir: string): Relation | null => {
  const { identities, normalised } = stateFiles(dir);
  if (!existsSync(identities) || !existsSync(normalised)) return null;
  return customersOfState(withReplaced(identities, "node"), withAdded(normalised));
};

/** The customer numbers of all records: identity_key, value. `identities`: of each dataset. */
export const customersOf = (identities: readonly Relation[]): Relation => {
  const all = identities.map((own) => sql`select own.identity_key, own.customer_id from ${own} as own`);
  const written = sql`(select distinct held.identity_key as node, held.customer_id from (${join(all, " union all ")}) as held)`;
  return sql`(select own.node as identity_key, own.value from (${customerNumbers(written)}) as own)`;
};

interface Ancestry {
  /** See `predecessors.parquet`. */
  predecessors: Relation;
  /** See `findLeads`. */
  names: Relation | null;
  leads: readonly Lead[];
}

/** Writes `predecessors.parquet` and `decided.parquet`. `decisions`: as of this build. */
export const writeDecided = async (
  engine: Engine,
  dir: string,
  { predecessors, names, leads }: Ancestry,
  { decisions, ...known }: DecidedBefore,
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

interface DecidedBefore {
  decisions: Decisions;
  /** Of the previous build. */
  decided: Relation;
  customers: Relation;
  now: number;
}
