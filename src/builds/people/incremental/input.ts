// Incremental resolution input: from added records and the state of the previous build. Only holders of
// values that came or went are joined again. Whatever would change how a kept record is read (the order of
// day and month in its file, a phone number that turns out to be a shop's) calls for a full resolution.

import type { Engine } from "../../../warehouse/engine.js";
import { addRows, replaceRows, withAdded } from "../../../warehouse/layers.js";
import { areOthersComparable } from "../../../warehouse/matching/candidates.js";
import { storedBlockParts } from "../../../warehouse/matching/profiles.js";
import { totalDateOrderCounts } from "../../../warehouse/persons/birth-dates.js";
import { conflictingNumbers } from "../../../warehouse/persons/contradictions.js";
import { edgesOf } from "../../../warehouse/persons/edges.js";
import {
  changedIdentitiesToStore,
  changedNodes,
  identitiesToStore,
  nodesIn,
  noIdentities,
} from "../../../warehouse/persons/identities.js";
import { normalisedColumn, pairsOfKept } from "../../../warehouse/persons/kept-edges.js";
import { type StateFiles, stateFiles, stateRelations } from "../../../warehouse/persons/resolution-state.js";
import { relation } from "../../../warehouse/relations.js";
import { allRows, rowsWithout, unionOf } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import { capsOf } from "../match.js";
import type { Progress, ResolutionInput, ResolutionSources } from "../resolution-input.js";
import { type PreviousState, writeStateFacts } from "../state.js";
import { type AddedRecords, type Continued, type IdentityChanges, normaliseAdded } from "./changes.js";
import { type IncrementalEdges, incrementalEdges } from "./edges.js";
import { incrementalProfiles, type KeptAndNewProfiles } from "./profiles.js";

/** Null where a full resolution is due. Stores the state for the next build in `dir`. */
export const incrementalInput = async (
  engine: Engine,
  sources: ResolutionSources,
  { state, changes }: Continued,
  progress: Progress,
): Promise<ResolutionInput | null> => {
  const before = stateRelations(state.dir);
  if (await isAnyOtherComparable(engine, changes, state)) return null;
  progress(0.1, "Normalising names and addresses");
  const added = await normaliseAdded(engine, changes, sources, state);
  if (added === null) return null;
  progress(0.2, "Finding records with equal keys");
  const edges = await incrementalEdges(engine, changes, added, sources, state);
  if (edges === null) return null;
  const { placeholderValues } = edges;
  const touched = await engine.createTable("touched", touchedNodes(changes, edges.touched));
  const profiles =
    state.model &&
    (await incrementalProfiles(engine, changes, added, {
      touched,
      placeholderValues,
      previousDir: state.dir,
      reference: state.facts.reference,
    }));
  await storeState(engine, { changes, added, edges, profiles }, state, sources);
  const conflicts = await stageConflicts(engine, sources.dir, placeholderValues);
  return {
    numbered: changes.numbered,
    identified: added.allIdentified,
    edges: edges.edges,
    conflicts,
    comparable: profiles,
    previous: {
      dir: state.dir,
      model: state.model,
      decisions: state.facts.decisions,
      matches: pairsOfKept(before.matches, changes.removed),
      clusters: before.clusters,
      touched,
      removed: changes.removed,
      isAnyRemoved: changes.isAnyRemoved,
    },
  };
};

/** Conflicts of all records, as stored in `dir`. */
export const stageConflicts = (
  engine: Engine,
  dir: string,
  placeholderValues: Relation,
): Promise<Relation> => {
  const { normalised } = stateRelations(dir);
  const of = (column: string) => normalisedColumn(normalised, column);
  const records = { customers: of("customer"), birthDates: of("birth_date"), nationalIds: of("national_id") };
  return engine.createTable(
    "number_conflict",
    conflictingNumbers({ ...records, names: normalised, placeholderValues }),
  );
};

/** Whether the removal of records makes others comparable, which have never been compared. */
const isAnyOtherComparable = async (
  engine: Engine,
  { removed, isAnyRemoved }: IdentityChanges,
  { dir, facts, model }: PreviousState,
): Promise<boolean> => {
  if (model === null || !isAnyRemoved) return false;
  const stored = storedBlockParts(stateRelations(dir).profiles, noIdentities);
  const parts = await engine.createTable("previous_part", stored);
  const limits = { reference: facts.reference, caps: capsOf(model) };
  return areOthersComparable(engine, { parts, removed }, limits);
};

// One row per node whose links may have changed: node.
const touchedNodes = ({ numbered, removed }: IdentityChanges, ofEdges: Relation): Relation =>
  nodesIn(ofEdges, changedNodes(numbered), removed);

/** `profiles`: null in mode `exact`. */
interface IncrementalState {
  changes: IdentityChanges;
  added: AddedRecords;
  edges: IncrementalEdges;
  profiles: KeptAndNewProfiles | null;
}

interface Files {
  before: StateFiles;
  now: StateFiles;
}

/**
 * Stores the state without matched pairs and clusters: changes as layers over the previous files. Nothing of
 * a removed identity stays.
 */
const storeState = async (
  engine: Engine,
  { changes, added, edges, profiles }: IncrementalState,
  { dir, facts }: PreviousState,
  sources: ResolutionSources,
): Promise<void> => {
  const hasHashes = facts.hasHashes || added.hasHashes;
  await writeStateFacts(sources.dir, { ...facts, hasHashes, decisions: sources.decisions });
  const files = { before: stateFiles(dir), now: stateFiles(sources.dir) };
  await storeIdentities(engine, changes, added, files);
  await storeAdded(engine, "normalised", added.normalisedRows, changes, files);
  await storeAdded(engine, "values", added.values, changes, files);
  if (profiles) await storeAdded(engine, "profiles", profiles.newProfiles, changes, files);
  await storeEdges(engine, edges, changes, files);
  await engine.writeParquet(allRows(edges.placeholderValues), files.now.placeholders);
  if (profiles) await engine.writeParquet(allRows(relation(files.before.houses)), files.now.houses);
  const dateOrderCounts = totalDateOrderCounts(added.normalised.dateOrderCounts);
  await engine.writeParquet(dateOrderCounts, files.now.dateOrderCounts);
};

/** Writes added identities, and those whose row count or list membership changed. */
const storeIdentities = async (
  engine: Engine,
  { numbered, added, removed, isAnyRemoved }: IdentityChanges,
  { identified }: AddedRecords,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.identities, file: now.identities, key: "node", isWhole: isAnyRemoved };
  const replaced = await engine.createTable("rewritten", nodesIn(changedNodes(numbered), removed));
  const rows = unionOf(identitiesToStore(added, identified), changedIdentitiesToStore(numbered));
  await replaceRows(engine, into, replaced, rows);
};

/** Rows that never change for an identity, so that only added ones are written. */
const storeAdded = async (
  engine: Engine,
  name: "normalised" | "values" | "profiles",
  rows: Relation,
  { removed, isAnyRemoved }: IdentityChanges,
  { before, now }: Files,
): Promise<void> => {
  const kept = rowsWithout(withAdded(before[name]), removed, "node");
  if (isAnyRemoved) await engine.writeParquet(unionOf(kept, rows), now[name]);
  else await addRows(engine, before[name], now[name], allRows(rows));
};

const storeEdges = async (
  engine: Engine,
  { found, keptRows, touchedValues }: IncrementalEdges,
  { isAnyRemoved }: IdentityChanges,
  { before, now }: Files,
): Promise<void> => {
  const into = { previous: before.edges, file: now.edges, key: "about", isWhole: isAnyRemoved };
  await replaceRows(engine, into, touchedValues, edgesOf("key", found));
  await engine.writeParquet(unionOf(keptRows, edgesOf("row", found)), now.rowEdges);
};
