// What a build that goes on leaves for the next, but pairs: what the one before has left, with what is new of it laid over or
// added. Who is gone leaves no trace.

import type { Engine } from "../../../warehouse/engine.js";
import { addRows, replaceRows, withAdded } from "../../../warehouse/layers.js";
import { totalDateOrderCounts } from "../../../warehouse/persons/births.js";
import { edgesOf } from "../../../warehouse/persons/gather.js";
import { changedIdentitiesToStore, identitiesToStore } from "../../../warehouse/persons/known/presence.js";
import { type Relation, sql } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../ground.js";
import { type PreviousState, stateFiles, writeStateFacts } from "../memory.js";
import type { AddedRecords } from "./arrivals.js";
import type { KeptAndNewProfiles } from "./comparable.js";
import type { IncrementalEdges } from "./gathered.js";
import type { IdentityChanges } from "./present.js";

/** `compared`: null where only keys are looked at. */
export interface IncrementalState {
  there: IdentityChanges;
  fresh: AddedRecords;
  gathered: IncrementalEdges;
  compared: KeptAndNewProfiles | null;
}

interface Files {
  before: ReturnType<typeof stateFiles>;
  now: ReturnType<typeof stateFiles>;
}

export const storeState = async (
  engine: Engine,
  { there, fresh, gathered, compared }: IncrementalState,
  { dir, facts }: PreviousState,
  sources: ResolutionSources,
): Promise<void> => {
  const hasHashes = facts.hasHashes || fresh.hasHashes;
  await writeStateFacts(sources.dir, { ...facts, hasHashes, decisions: sources.decisions });
  const files = { before: stateFiles(dir), now: stateFiles(sources.dir) };
  await keepIdentities(engine, there, fresh, files);
  await keepTold(engine, "spelled", fresh.normalisedRows, there, files);
  await keepTold(engine, "values", fresh.values, there, files);
  if (compared) await keepTold(engine, "profiles", compared.newProfiles, there, files);
  await keepEdges(engine, gathered, there, files);
  await engine.writeParquet(sql`select * from ${gathered.placeholderValues}`, files.now.everybodys);
  await engine.writeParquet(totalDateOrderCounts(fresh.normalised.dateOrderCounts), files.now.births);
};

/** Only those that are new or known as others are written. */
const keepIdentities = async (
  engine: Engine,
  { numbered, added: arrived, removed: gone, isAnyRemoved: isAnyGone }: IdentityChanges,
  { identified }: AddedRecords,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.identities, file: now.identities, key: "node", isWhole: isAnyGone };
  const changed = sql`select node from ${numbered} where is_changed`;
  const touched = await engine.createTable("rewritten", sql`${changed} union all select node from ${gone}`);
  const rows = sql`${identitiesToStore(arrived, identified)} union all by name ${changedIdentitiesToStore(numbered)}`;
  await replaceRows(engine, into, touched, rows);
};

/** What an identity tells never changes. */
const keepTold = async (
  engine: Engine,
  name: "spelled" | "values" | "profiles",
  rows: Relation,
  { removed: gone, isAnyRemoved: isAnyGone }: IdentityChanges,
  { before, now }: Files,
): Promise<void> => {
  const added = sql`select * from ${rows}`;
  const stayed = sql`select * from ${withAdded(before[name])} as told anti join ${gone} as gone using (node)`;
  if (isAnyGone) await engine.writeParquet(sql`${stayed} union all by name ${added}`, now[name]);
  else await addRows(engine, before[name], now[name], added);
};

const keepEdges = async (
  engine: Engine,
  { found, keptRows, touchedValues }: IncrementalEdges,
  { isAnyRemoved: isAnyGone }: IdentityChanges,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.edges, file: now.edges, key: "about", isWhole: isAnyGone };
  await replaceRows(engine, into, touchedValues, edgesOf("key", found));
  const rows = sql`select * from ${keptRows} union all by name ${edgesOf("row", found)}`;
  await engine.writeParquet(rows, now.rowEdges);
};
