// The ground of people, laid from the records that are new and what is remembered of the others. What an edge hangs on is a
// value that several records bear, so only the bearers of values that came or went are looked at again. Whatever would change
// what is known of an old record (which days come first in its file, whether its telephone is a shop's) lays the ground anew.

import type { Engine } from "../../../warehouse/engine.js";
import { addRows, replaceRows, withAdded } from "../../../warehouse/layers.js";
import { totalDateOrderCounts } from "../../../warehouse/persons/birth-dates.js";
import { edgesOf } from "../../../warehouse/persons/edges.js";
import { changedIdentitiesToStore, identitiesToStore } from "../../../warehouse/persons/identities.js";
import { pairsOfKept } from "../../../warehouse/persons/kept-edges.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { Progress, ResolutionInput, ResolutionSources } from "../resolution-input.js";
import { type PreviousState, stateFiles, writeStateFacts } from "../state.js";
import { type AddedRecords, findChanges, type IdentityChanges, normaliseAdded } from "./changes.js";
import { type IncrementalEdges, incrementalEdges } from "./edges.js";
import { incrementalProfiles, type KeptAndNewProfiles } from "./profiles.js";

/** Null where everything must be found anew. Leaves in `dir` what the next build can go on from. */
export const incrementalInput = async (
  engine: Engine,
  sources: ResolutionSources,
  memory: PreviousState,
  progress: Progress,
): Promise<ResolutionInput | null> => {
  const before = stateFiles(memory.dir);
  const there = await findChanges(engine, sources, memory);
  if (there === null) return null;
  progress(0.1, "Normalising names and addresses");
  const fresh = await normaliseAdded(engine, there, sources, memory);
  if (fresh === null) return null;
  progress(0.2, "Finding records with equal keys");
  const gathered = await incrementalEdges(engine, there, fresh, sources, memory);
  if (gathered === null) return null;
  const { edges, placeholderValues: everybodys } = gathered;
  const touched = await engine.createTable("touched", touchedNodes(there, gathered.touched));
  const compared =
    memory.model && (await incrementalProfiles(engine, there, fresh, { touched, everybodys, before }));
  await storeState(engine, { there, fresh, gathered, compared }, memory, sources);
  return {
    numbered: there.numbered,
    identified: fresh.allIdentified,
    edges,
    comparable: compared,
    previous: {
      dir: memory.dir,
      model: memory.model,
      decisions: memory.facts.decisions,
      matches: pairsOfKept(withAdded(before.likely), there.removed),
      clusters: relation(before.clusters),
      touched,
      removed: there.removed,
      isAnyRemoved: there.isAnyRemoved,
    },
  };
};

// One row per node whose links may be others than they were: node.
const touchedNodes = ({ numbered, removed: gone }: IdentityChanges, around: Relation): Sql => sql`
  select near.node from ${around} as near
  union select numbered.node from ${numbered} as numbered where numbered.is_changed
  union select gone.node from ${gone} as gone`;

// What a build that goes on leaves for the next, but pairs: what the one before has left, with what is new of it laid over or
// added. Who is gone leaves no trace.

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
