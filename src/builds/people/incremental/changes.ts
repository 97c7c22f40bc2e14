// Identities split into kept, added and removed since the previous build, and the added ones normalised. Kept
// identities keep their numbers, so the stored state stays valid for them.

import type { ResolutionMode } from "../../../domain/people/matching.js";
import type { Engine } from "../../../warehouse/engine.js";
import { changedDateOrders } from "../../../warehouse/persons/birth-dates.js";
import { addressKeys, keyValues } from "../../../warehouse/persons/edges.js";
import {
  changeCounts,
  hashesAmong,
  identifiedAmong,
  identitiesWithPrevious,
  noIdentities,
  numberedAdditions,
  removedIdentities,
  seenAfter,
  withoutAdditions,
  writtenIdentities,
} from "../../../warehouse/persons/identities.js";
import { emailsOfHashes, normalisedColumn } from "../../../warehouse/persons/kept-edges.js";
import {
  type Normalised,
  normalise,
  normalisedIdentities,
  stageMailboxes,
} from "../../../warehouse/persons/normalise.js";
import { identifiableIdentities } from "../../../warehouse/persons/persons.js";
import { stateRelations } from "../../../warehouse/persons/resolution-state.js";
import { allRows, unionOf } from "../../../warehouse/rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import { referenceSize } from "../reference.js";
import type { ResolutionSources } from "../resolution-input.js";
import { type MatchModel, type PreviousState, readPreviousState, type StateFacts } from "../state.js";

/** Relations of nodes. */
export interface IdentityChanges {
  /** All identities; see `identitiesWithPrevious`. */
  numbered: Relation;
  /** New ones among these. */
  added: Relation;
  /** Epoch ms: the latest first_seen of the previous build. All added identities were first seen later. */
  newestPrevious: number;
  /** Identities of the previous build that no dataset holds any more: node, identity_key. */
  removed: Relation;
  isAnyRemoved: boolean;
}

/** A previous build that this one can continue. */
export interface Continued {
  state: PreviousState;
  changes: IdentityChanges;
}

/** Null where a full resolution is due. */
export const findContinued = async (
  engine: Engine,
  sources: ResolutionSources,
  mode: ResolutionMode,
): Promise<Continued | null> => {
  const { keepsState, previousDir, country, minIncremental } = sources;
  const state = keepsState ? await readPreviousState(previousDir, { mode, country }, minIncremental) : null;
  const changes = state && (await findChanges(engine, sources, state));
  return changes && { state, changes };
};

/** Null where too much has changed for an incremental resolution. */
const findChanges = async (
  engine: Engine,
  { identities, excluded, minIncremental }: ResolutionSources,
  { dir, facts, model }: PreviousState,
): Promise<IdentityChanges | null> => {
  const { identities: previous } = stateRelations(dir);
  const numbered = await engine.createTable(
    "numbered",
    identitiesWithPrevious(identities, excluded, previous),
  );
  const counts = await engine.row<Counts>(changeCounts(previous, numbered, facts.reference));
  if (isTooMuch(counts, facts) || isReferenceChanged(counts, facts, model, minIncremental)) return null;
  const added = await engine.createTable("added", numberedAdditions(numbered, counts.last));
  await engine.run(withoutAdditions(numbered));
  await engine.insert(numbered, allRows(added));
  const isAnyRemoved = counts.removed > 0;
  const removed = isAnyRemoved
    ? await engine.createTable("removed", removedIdentities(previous, numbered))
    : noIdentities;
  return { numbered, added, newestPrevious: counts.newest, removed, isAnyRemoved };
};

type Counts = {
  last: number;
  newest: number;
  added: number;
  kept: number;
  removed: number;
  reference: number;
  older: number;
};

/**
 * A removed record may have revealed the address of a hash. A record of an older file would get another
 * number in a full resolution.
 */
const isTooMuch = ({ removed, older }: Counts, { hasHashes }: StateFacts): boolean =>
  (removed > 0 && hasHashes) || older > 0;

/** With other reference identities, all match weights are others. Without a model there are none. */
const isReferenceChanged = (
  { added, kept, reference: keptReference }: Counts,
  { reference }: StateFacts,
  model: MatchModel | null,
  minIncremental: number,
): boolean =>
  added + kept < minIncremental ||
  referenceSize(added + kept, minIncremental) !== reference ||
  (model !== null && keptReference < reference);

/** Added identities, normalised. */
export interface AddedRecords {
  normalised: Normalised;
  addressKeys: Relation;
  /** See `identifiableIdentities`. */
  identified: Relation;
  /** See `normalisedIdentities`. */
  normalisedRows: Relation;
  /** See `keyValues`. */
  values: Relation;
  /** Whether any of them has an e-mail address as a hash. */
  hasHashes: boolean;
  /** Identities that can be identified, kept ones as well: see `identifiableIdentities`. */
  allIdentified: Relation;
}

/** Null where added records change how kept ones are read: then all are resolved again. */
export const normaliseAdded = async (
  engine: Engine,
  changes: IdentityChanges,
  sources: ResolutionSources,
  state: PreviousState,
): Promise<AddedRecords | null> => {
  const written = await stageAdded(engine, changes, sources);
  const { dateOrderCounts: previousDateOrderCounts } = stateRelations(state.dir);
  const { country } = sources;
  const normalised = await normalise(engine, written, { country, previousDateOrderCounts });
  if (await isDateOrderChanged(engine, previousDateOrderCounts, normalised)) return null;
  const hashed = (await engine.count(hashesAmong([written]))) > 0;
  if (state.facts.hasHashes && (await isAddressOfKeptHash(engine, written, state))) return null;
  if (hashed && (await isHashOfKeptAddress(engine, normalised, changes, sources))) return null;
  return { ...(await stageKeys(engine, changes, normalised)), hasHashes: hashed };
};

const stageAdded = (
  engine: Engine,
  { added, newestPrevious }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<Relation> => {
  const newer = identities.map((dataset) => seenAfter(newestPrevious, dataset));
  return engine.createTable("written", writtenIdentities(newer, added));
};

/** Whether dates with any separator are read day first now and month first before, or the other way round. */
const isDateOrderChanged = async (
  engine: Engine,
  previousCounts: Relation,
  { dateOrderCounts }: Normalised,
): Promise<boolean> => {
  const { changed } = await engine.row<{ changed: number }>(
    changedDateOrders(previousCounts, dateOrderCounts),
  );
  return changed > 0;
};

const isAddressOfKeptHash = async (
  engine: Engine,
  written: Relation,
  { dir }: PreviousState,
): Promise<boolean> => {
  const emails = normalisedColumn(stateRelations(dir).normalised, "email");
  return (await engine.count(emailsOfHashes(emails, await stageMailboxes(engine, written)))) > 0;
};

const isHashOfKeptAddress = async (
  engine: Engine,
  { emails }: Normalised,
  { numbered }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<boolean> => {
  const mailboxes = await stageMailboxes(engine, writtenIdentities(identities, numbered));
  return (await engine.count(emailsOfHashes(emails, mailboxes))) > 0;
};

const stageKeys = async (
  engine: Engine,
  { numbered, added }: IdentityChanges,
  normalised: Normalised,
): Promise<Omit<AddedRecords, "hasHashes">> => {
  const identified = await engine.createTable("added_identified", identifiableIdentities(added, normalised));
  const keys = await engine.createTable("address_key", addressKeys(normalised.names, normalised.addresses));
  return {
    normalised,
    addressKeys: keys,
    identified,
    normalisedRows: await engine.createTable("added_normalised", normalisedIdentities(added, normalised)),
    values: await engine.createTable("added_value", keyValues({ ...normalised, addressKeys: keys })),
    allIdentified: unionOf(identifiedAmong(numbered), identified),
  };
};
