// Registry of ids in a build of people. Which id a person has follows from the files and the owner's
// decisions alone; only the former ids that still answer follow from the builds in which people had them.

import { existsSync } from "node:fs";
import { decidedRecords, type Lead } from "../../domain/people/decided-records.js";
import type { Decisions } from "../../domain/people/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { noOrigins } from "../../warehouse/ingest/origins.js";
import {
  aliases,
  datasetOrigins,
  originsOf,
  registryRows,
  reregistered,
} from "../../warehouse/persons/registry.js";
import { stateFiles } from "../../warehouse/persons/resolution-state.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import {
  ancestorsOf,
  customersOf,
  decidedThrough,
  findLeads,
  stagePredecessors,
  writeDecided,
} from "./decided-records.js";
import type { ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { originsAfterSplits, type RecordOrigin } from "./split-ids.js";

export interface Registry {
  /** See `datasetOrigins`. */
  origins: Relation;
  /** See `registryRows`; with the owner's splits. */
  rows: Relation;
  /** Of the names in the owner's decisions, now and in the previous build. */
  leads: readonly Lead[];
  /** Nodes with another id to give than in the previous build: node. Null in a full resolution. */
  changed: Sql | null;
}

/** A registry, and what the next build needs to know of decisions. */
export interface StagedRegistry extends Registry {
  /** See `predecessors.parquet`. */
  predecessors: Relation;
  /** See `findLeads`. */
  names: Relation | null;
}

export const stageRegistry = async (
  engine: Engine,
  { identities, origins: files, decisions, datasetDirs, previousDir }: ResolutionSources,
  { numbered, previous }: ResolutionInput,
): Promise<StagedRegistry> => {
  const datasets = identities.map((own, i) => ({ identities: own, origins: files[i]! }));
  const origins = await engine.createTable("record_origin", datasetOrigins(datasets, numbered));
  const predecessors = await stagePredecessors(engine, datasetDirs, numbered);
  const named = {
    held: numbered,
    ancestors: ancestorsOf(predecessors, origins),
    decided: decidedThrough(previousDir),
  };
  const all = previous ? [decisions, previous.decisions] : [decisions];
  const { names, leads } = await findLeads(engine, all, named, customersOf(identities));
  const rows = await stageRows(engine, decisions, leads, { origins, numbered });
  const before = previous && stateFiles(previous.dir).registry;
  const previousRows = before && existsSync(before) ? parquet(before) : noRegistry;
  const changed = previous && reregistered(rows, previousRows, numbered);
  return { origins, rows, leads, changed, predecessors, names };
};

/** Stages the registry of `numbered` identities with `origins`, after the owner's splits. */
export const stageRows = async (
  engine: Engine,
  decisions: Decisions,
  leads: readonly Lead[],
  { origins, numbered }: { origins: Relation; numbered: Relation },
): Promise<Relation> => {
  const rows = await engine.createTable("registry", registryRows(origins, numbered));
  await applySplits(engine, decisions, leads, { numbered, rows });
  return rows;
};

const noRegistry: Relation = sql`(select *, cast(null as integer) as turn from (${noOrigins}))`;

const applySplits = async (
  engine: Engine,
  decisions: Decisions,
  leads: readonly Lead[],
  { numbered, rows }: { numbered: Relation; rows: Relation },
): Promise<void> => {
  const recordsOf = decidedRecords(decisions, leads);
  const records = new Set(
    decisions.apart.flatMap((pair) => [...recordsOf(pair, pair.left), ...recordsOf(pair, pair.right)]),
  );
  if (records.size === 0) return;
  const chosen = await engine.createTableOf("split_record", {
    identity_key: BigInt64Array.from([...records].sort(), BigInt),
  });
  const found = await engine.rows<RecordOrigin & Record<string, string | number>>(sql`
    select cast(own.identity_key as varchar) as identity_key, cast(own.origin as varchar) as origin, own.since, own.turn
    from (${originsOf(chosen, numbered, rows)}) as own`);
  const after = originsAfterSplits(
    decisions,
    recordsOf,
    new Map(found.map((own) => [own.identity_key, own])),
  );
  if (after.length === 0) return;
  const moved = await engine.createTableOf("split_origin", {
    identity_key: BigInt64Array.from(after, ({ identity_key }) => BigInt(identity_key)),
    origin: BigInt64Array.from(after, ({ origin }) => BigInt(origin)),
    since: BigInt64Array.from(after, ({ since }) => BigInt(since)),
    turn: Int32Array.from(after, ({ turn }) => turn),
  });
  await engine.run(
    sql`delete from ${rows} where identity_key in (select moved.identity_key from ${moved} as moved)`,
  );
  await engine.run(sql`insert into ${rows} by name select * from ${moved}`);
};

/** See `WrittenPeople`. */
interface PeopleNow {
  sizes: Relation;
  changing: { persons: Relation; previous: Relation } | null;
}

/** Writes the origins and the former ids of people, and the registry for the next build. */
export const writeRegistry = async (
  engine: Engine,
  { dir, previousDir, keepsState, identities, decisions }: ResolutionSources,
  registry: StagedRegistry,
  { sizes, changing }: PeopleNow,
  now: number,
): Promise<void> => {
  const files = peopleFiles(dir);
  const { origins, rows } = registry;
  await engine.writeParquet(sql`select * from ${origins} order by identity_key`, files.origins);
  if (keepsState)
    await engine.writeParquet(sql`select * from ${rows} order by identity_key`, stateFiles(dir).registry);
  const found = changing && {
    ...{ persons: changing.persons, previous: changing.previous, origins, people: sizes },
    ...{ previousOrigins: originsIn(previousDir), previousAliases: aliasesIn(previousDir) },
  };
  await engine.writeParquet(found ? aliases(found) : noAliases, files.aliases);
  const before = { decided: decidedThrough(previousDir), customers: customersOf(identities), now };
  await writeDecided(engine, dir, registry, { decisions, ...before });
};

const noAliases = sql`select cast(null as bigint) as alias, cast(null as bigint) as person_id where false`;

/** Origins in a build of people; without rows for no build, and for one of an earlier version. */
export const originsIn = (dir: string | null): Relation =>
  existing(dir && peopleFiles(dir).origins, noOrigins);
/** The same for former ids. */
export const aliasesIn = (dir: string | null): Relation =>
  existing(dir && peopleFiles(dir).aliases, noAliases);

const existing = (file: string | null, otherwise: Sql): Relation =>
  file !== null && existsSync(file) ? parquet(file) : sql`(${otherwise})`;
