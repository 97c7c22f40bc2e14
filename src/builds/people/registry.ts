// Registry of ids in a build of people. Which id a person has follows from the files and the owner's decisions alone; only the former
// ids that still answer follow from the builds in which people had them.

import { existsSync } from "node:fs";
import type { Decisions } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { noOrigins } from "../../warehouse/ingest/origins.js";
import {
  handedRows,
  handoversAfter,
  keptHandovers,
  lostIds,
  noHandovers,
  passedIds,
} from "../../warehouse/persons/handovers.js";
import {
  aliases,
  datasetOrigins,
  originsOf,
  recordsByOrigin,
  registryRows,
  reregistered,
} from "../../warehouse/persons/registry.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { parquet, type Relation, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { originsAfterSplits, type RecordOrigin } from "./split-ids.js";
import { stateFiles } from "./state.js";

export interface Registry {
  /** See `datasetOrigins`. */
  origins: Relation;
  /** See `registryRows`. */
  natural: Relation;
  /** See `warehouse/persons/handovers.ts`. */
  handovers: Relation;
  /** The same after handovers and the owner's splits: the id that each record gives. */
  rows: Relation;
  /** See `recordsByOrigin`. */
  records: Relation;
  /** Nodes with another id to give than in the previous build: node. Null in a full resolution. */
  changed: Sql | null;
}

export const stageRegistry = async (
  engine: Engine,
  { identities, origins: files, decisions, handoversFile }: ResolutionSources,
  { numbered, previous }: ResolutionInput,
): Promise<Registry> => {
  const datasets = identities.map((own, i) => ({ identities: own, origins: files[i]! }));
  const origins = await engine.createTable("record_origin", datasetOrigins(datasets, numbered));
  const handovers = handoversIn(handoversFile);
  const staged = await stageRows(engine, decisions, { origins, numbered, handovers });
  const before = previous && stateFiles(previous.dir).registry;
  const previousRows = before && existsSync(before) ? parquet(before) : noRegistry;
  return { origins, ...staged, changed: previous && reregistered(staged.rows, previousRows, numbered) };
};

export const handoversIn = (file: string | null): Relation => existing(file ?? undefined, noHandovers);

/** Stages the registry of `numbered` identities with `origins`, after handovers and the owner's splits. */
export const stageRows = async (
  engine: Engine,
  decisions: Decisions,
  { origins, numbered, handovers: before }: Record<"origins" | "numbered" | "handovers", Relation>,
): Promise<Omit<Registry, "origins" | "changed">> => {
  const natural = await engine.createTable("natural_registry", registryRows(origins, numbered));
  const records = await engine.createTable(
    "record_key",
    sql`select * from ${recordsByOrigin(numbered, natural)}`,
  );
  const handovers = await engine.createTable("handover", keptHandovers(before, natural, numbered));
  const rows = await engine.createTable("registry", sql`select * from ${natural}`);
  const handed = await engine.createTable("handed_row", handedRows(handovers, natural, numbered));
  await replaceRows(engine, rows, handed);
  await applySplits(engine, decisions, { numbered, rows, records });
  return { natural, handovers, rows, records };
};

const replaceRows = async (engine: Engine, registry: Relation, rows: Relation): Promise<void> => {
  await engine.run(
    sql`delete from ${registry} where identity_key in (select moved.identity_key from ${rows} as moved)`,
  );
  await engine.run(sql`
    insert into ${registry} by name select moved.identity_key, moved.origin, moved.since, moved.turn from ${rows} as moved`);
};

/** The people of a build whose ids may pass on. */
interface PartedPeople {
  /** See `persons`. */
  persons: Relation;
  /** Records of the previous build, of changed people at least: identity_key, person_id. */
  previous: Relation;
  previousDir: string;
  decisions: Decisions;
}

/** Passes ids on to those with most of the records: see `lostIds`. True if any did, so that people have other ids now. */
export const passIds = async (
  engine: Engine,
  { origins, natural, handovers, rows }: Registry,
  { persons, previous, previousDir, decisions }: PartedPeople,
): Promise<boolean> => {
  const files = peopleFiles(previousDir);
  const lost = await engine.createTable(
    "lost_id",
    lostIds({
      ...{ persons, previous, origins, previousOrigins: existing(files.origins, noOrigins) },
      previousPeople: relation(files.persons),
      previousAliases: existing(files.aliases, noAliases),
      split: await stageNamed(engine, decisions),
    }),
  );
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${lost}`);
  if (count === 0) return false;
  const passed = await engine.createTable("passed_id", passedIds(lost, persons, rows, natural));
  await replaceRows(engine, rows, passed);
  const after = await engine.createTable("handover_after", handoversAfter(handovers, passed));
  await engine.createTable("handover", sql`select * from ${after}`);
  return true;
};

/** Records that the owner's splits name: identity_key. */
const stageNamed = (engine: Engine, { apart }: Decisions): Promise<Relation> => {
  const named = new Set(apart.flatMap(({ left, right }) => [left, right]));
  return engine.createTableOf("split_named", { identity_key: BigInt64Array.from(named, BigInt) });
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
  await replaceRows(engine, rows, moved);
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
  { origins, rows, handovers }: Registry,
  { sizes, changing }: PeopleNow,
): Promise<void> => {
  const files = peopleFiles(dir);
  await engine.writeParquet(sql`select * from ${origins} order by identity_key`, files.origins);
  if (keepsState)
    await engine.writeParquet(sql`select * from ${rows} order by identity_key`, stateFiles(dir).registry);
  await engine.writeParquet(sql`select * from ${handovers} order by origin`, files.handovers);
  const before = previousDir === null ? null : peopleFiles(previousDir);
  const found = changing && {
    ...{ persons: changing.persons, previous: changing.previous, origins, people: sizes },
    previousOrigins: existing(before?.origins, noOrigins),
    previousAliases: existing(before?.aliases, noAliases),
  };
  await engine.writeParquet(found ? aliases(found) : noAliases, files.aliases);
};

const noAliases = sql`select cast(null as bigint) as alias, cast(null as bigint) as person_id where false`;

const existing = (file: string | undefined, otherwise: Sql): Relation =>
  file !== undefined && existsSync(file) ? parquet(file) : sql`(${otherwise})`;
