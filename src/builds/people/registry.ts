// Registry of ids in a build of people. Which id a person has follows from the files and the owner's decisions alone; only the former
// ids that still answer follow from the builds in which people had them.

import { existsSync } from "node:fs";
import type { Decisions } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { noOrigins } from "../../warehouse/ingest/origins.js";
import {
  aliases,
  datasetOrigins,
  originsOf,
  recordsByOrigin,
  registryRows,
  reregistered,
} from "../../warehouse/persons/registry.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { originsAfterSplits, type RecordOrigin } from "./split-ids.js";
import { stateFiles } from "./state.js";

export interface Registry {
  /** See `datasetOrigins`. */
  origins: Relation;
  /** See `registryRows`; with the owner's splits. */
  rows: Relation;
  /** See `recordsByOrigin`. */
  records: Relation;
  /** Nodes with another id to give than in the previous build: node. Null in a full resolution. */
  changed: Sql | null;
}

export const stageRegistry = async (
  engine: Engine,
  { identities, origins: files, decisions }: ResolutionSources,
  { numbered, previous }: ResolutionInput,
): Promise<Registry> => {
  const datasets = identities.map((own, i) => ({ identities: own, origins: files[i]! }));
  const origins = await engine.createTable("record_origin", datasetOrigins(datasets, numbered));
  const { rows, records } = await stageRows(engine, decisions, { origins, numbered });
  const before = previous && stateFiles(previous.dir).registry;
  const previousRows = before && existsSync(before) ? parquet(before) : noRegistry;
  return { origins, rows, records, changed: previous && reregistered(rows, previousRows, numbered) };
};

/** Stages the registry of `numbered` identities with `origins`, after the owner's splits. */
export const stageRows = async (
  engine: Engine,
  decisions: Decisions,
  { origins, numbered }: { origins: Relation; numbered: Relation },
): Promise<Pick<Registry, "rows" | "records">> => {
  const rows = await engine.createTable("registry", registryRows(origins, numbered));
  const records = await engine.createTable(
    "record_key",
    sql`select * from ${recordsByOrigin(numbered, rows)}`,
  );
  await applySplits(engine, decisions, { numbered, rows, records });
  return { rows, records };
};

const noRegistry: Relation = sql`(select *, cast(null as integer) as turn from (${noOrigins}))`;

const applySplits = async (
  engine: Engine,
  decisions: Decisions,
  { numbered, rows, records }: { numbered: Relation; rows: Relation; records: Relation },
): Promise<void> => {
  if (decisions.apart.length === 0) return;
  const named = [...new Set(decisions.apart.flatMap(({ left, right }) => [left, right]))].sort();
  const keys = await engine.createTableOf("split_key", { named_key: BigInt64Array.from(named, BigInt) });
  const chosen = await engine.createTable(
    "split_record",
    sql`select wanted.named_key, held.identity_key
      from ${keys} as wanted
      join ${records} as record on record.identity_key = wanted.named_key
      join ${numbered} as held on held.node = record.node`,
  );
  const found = await engine.rows<RecordOrigin & { named_key: string } & Record<string, string | number>>(sql`
    select cast(chosen.named_key as varchar) as named_key, cast(own.identity_key as varchar) as identity_key,
      cast(own.origin as varchar) as origin, own.since, own.turn
    from ${chosen} as chosen
    join (${originsOf(chosen, numbered, rows)}) as own on own.identity_key = chosen.identity_key`);
  const after = originsAfterSplits(
    decisions,
    new Map(found.map(({ named_key, ...own }) => [named_key, own])),
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
  { dir, previousDir, keepsState }: ResolutionSources,
  { origins, rows }: Registry,
  { sizes, changing }: PeopleNow,
): Promise<void> => {
  const files = peopleFiles(dir);
  await engine.writeParquet(sql`select * from ${origins} order by identity_key`, files.origins);
  if (keepsState)
    await engine.writeParquet(sql`select * from ${rows} order by identity_key`, stateFiles(dir).registry);
  const found = changing && {
    ...{ persons: changing.persons, previous: changing.previous, origins, people: sizes },
    ...{ previousOrigins: originsIn(previousDir), previousAliases: aliasesIn(previousDir) },
  };
  await engine.writeParquet(found ? aliases(found) : noAliases, files.aliases);
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
