// Ids of people in a build. Which id a person has follows from the files and the owner's decisions alone;
// only the former ids that still answer follow from the builds in which people had them.

import { decidedRecords, type Lead } from "../../domain/people/decided-records.js";
import type { Decisions } from "../../domain/people/people.js";
import { limits } from "../../domain/resource/limits.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  customersOf,
  decidedThrough,
  findLeads,
  writeDecided,
} from "../../warehouse/persons/decided-records.js";
import { lineageOf, stagePredecessors } from "../../warehouse/persons/lineage.js";
import {
  aliases,
  datasetOrigins,
  type Excluded,
  goneRows,
  originsIn,
  originsOf,
  registryRows,
  reregistered,
  withMovedOrigins,
} from "../../warehouse/persons/registry.js";
import { stateFiles, stateRelations } from "../../warehouse/persons/resolution-state.js";
import { formerIds, goneIds, noFormerIds, peopleFiles, relation } from "../../warehouse/relations.js";
import { allRows, orderedBy } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { originsAfterSplits, type RecordOrigin } from "./split-ids.js";

export interface Registry {
  /** See `datasetOrigins`. */
  origins: Relation;
  /** See `registryRows`; with the owner's splits. */
  rows: Relation;
  /** Leads of the names in the owner's decisions, now and in the previous build. */
  leads: readonly Lead[];
  /** Nodes with another id to give than in the previous build: node. Null in a full resolution. */
  changed: Relation | null;
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
    lineage: lineageOf(predecessors, origins),
    decided: decidedThrough(previousDir),
  };
  const all = previous ? [decisions, previous.decisions] : [decisions];
  const { names, leads } = await findLeads(engine, all, named, customersOf(identities));
  const rows = await stageRows(engine, decisions, leads, { origins, numbered });
  const changed = previous && reregistered(rows, stateRelations(previous.dir).registry, numbered);
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
  const moved = await stageSplits(engine, decisions, leads, { numbered, rows });
  return moved ? engine.createTable("split_registry", withMovedOrigins(rows, moved)) : rows;
};

/** The rows of the registry that differ after the owner's splits; null without any. */
const stageSplits = async (
  engine: Engine,
  decisions: Decisions,
  leads: readonly Lead[],
  { numbered, rows }: { numbered: Relation; rows: Relation },
): Promise<Relation | null> => {
  const recordsOf = decidedRecords(decisions, leads);
  const records = new Set(
    decisions.apart.flatMap((pair) => [...recordsOf(pair, pair.left), ...recordsOf(pair, pair.right)]),
  );
  if (records.size === 0) return null;
  const chosen = await engine.createTableOf("split_record", {
    identity_key: BigInt64Array.from([...records].sort(), BigInt),
  });
  const found = await engine.rows<RecordOrigin & Record<string, string | number>>(
    originsOf(chosen, numbered, rows),
  );
  const after = originsAfterSplits(
    decisions,
    recordsOf,
    new Map(found.map((own) => [own.identity_key, own])),
  );
  if (after.length === 0) return null;
  return engine.createTableOf("split_origin", {
    identity_key: BigInt64Array.from(after, ({ identity_key }) => BigInt(identity_key)),
    origin: BigInt64Array.from(after, ({ origin }) => BigInt(origin)),
    since: BigInt64Array.from(after, ({ since }) => BigInt(since)),
    turn: Int32Array.from(after, ({ turn }) => turn),
  });
};

interface PeopleNow {
  /** See `WrittenPeople`, as is the next. */
  sizes: Relation;
  changing: { persons: Relation; previous: Relation } | null;
  /** Null without any privacy list. */
  excluded: Excluded | null;
}

/** Writes origins, former ids, ids of people who are gone, and the registry for the next build. */
export const writeRegistry = async (
  engine: Engine,
  { dir, previousDir, keepsState, identities, decisions }: ResolutionSources,
  registry: StagedRegistry,
  { sizes, changing, excluded }: PeopleNow,
  now: number,
): Promise<void> => {
  const files = peopleFiles(dir);
  const { origins, rows } = registry;
  await engine.writeParquet(orderedBy("identity_key", origins), files.origins);
  if (keepsState) await engine.writeParquet(orderedBy("identity_key", rows), stateFiles(dir).registry);
  const found = changing && {
    persons: changing.persons,
    previous: changing.previous,
    origins,
    people: sizes,
    previousOrigins: originsIn(previousDir),
    previousAliases: formerIds(previousDir),
  };
  await engine.writeParquet(found ? aliases(found) : noFormerIds, files.aliases);
  const departed = found && {
    ...found,
    aliases: relation(files.aliases),
    previousGone: goneIds(previousDir),
    excluded,
  };
  const most = limits.goneIds.is;
  await engine.writeParquet(
    departed ? goneRows(departed, { at: now, most }) : allRows(goneIds(null)),
    files.gone,
  );
  const before = { decided: decidedThrough(previousDir), customers: customersOf(identities), now };
  await writeDecided(engine, dir, registry, { decisions, ...before });
};
