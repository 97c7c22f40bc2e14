// Identities split into kept, added and removed since the previous build, and the added ones normalised. Kept
// identities keep their numbers, so the stored state stays valid for them.

import type { ResolutionMode } from "../../../domain/people/matching.js";
import type { Engine } from "../../../warehouse/engine.js";
import { withAdded, withReplaced } from "../../../warehouse/layers.js";
import { dateOrders } from "../../../warehouse/persons/birth-dates.js";
import { addressKeys, keyValues } from "../../../warehouse/persons/edges.js";
import {
  changeCounts,
  hasHashes,
  identitiesWithPrevious,
  numberedAdditions,
  removedIdentities,
  writtenIdentities,
} from "../../../warehouse/persons/identities.js";
import { matchesHash, normalisedColumn } from "../../../warehouse/persons/kept-edges.js";
import {
  type Normalised,
  normalise,
  normalisedIdentities,
  stageMailboxes,
} from "../../../warehouse/persons/normalise.js";
import { identifiableIdentities } from "../../../warehouse/persons/persons.js";
import { stateFiles } from "../../../warehouse/persons/resolution-state.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import { referenceSize } from "../reference.js";
import type { ResolutionSources } from "../resolution-input.js";
import { type MatchModel, type PreviousState, readPreviousState, type StateFacts } from "../state.js";

/** Relations of nodes. */
export interface IdentityChanges {
  /** All identities; see `identitiesWithPrevious`. */
  numbered: Relation;
  /** Of these, the new ones. */
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
  { identities, excluded, knowsFirstSeen, minIncremental }: ResolutionSources,
  { dir, facts, model }: PreviousState,
): Promise<IdentityChanges | null> => {
  const previous = withReplaced(stateFiles(dir).identities, "node");
  const numbered = await engine.createTable(
    "numbered",
    identitiesWithPrevious(identities, excluded, { previous, knowsFirstSeen }),
  );
  const counts = await engine.row<Counts>(changeCounts(previous, numbered, facts.reference));
  if (isTooMuch(counts, facts) || isReferenceChanged(counts, facts, model, minIncremental)) return null;
  const added = await engine.createTable("added", numberedAdditions(numbered, counts.last));
  await engine.run(sql`delete from ${numbered} where node is null`);
  await engine.insert(numbered, sql`select * from ${added}`);
  const isAnyRemoved = counts.removed > 0;
  const none = sql`select node, identity_key from ${added} where false`;
  const removed = await engine.createTable(
    "removed",
    isAnyRemoved ? removedIdentities(previous, numbered) : none,
  );
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
  /** Of all identities, kept ones as well: see `identifiableIdentities`. */
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
  const previousDateOrderCounts = relation(stateFiles(state.dir).dateOrderCounts);
  const { country } = sources;
  const normalised = await normalise(engine, written, { country, previousDateOrderCounts });
  if (await isDateOrderChanged(engine, previousDateOrderCounts, normalised)) return null;
  const hashed = (await engine.row<{ found: boolean }>(hasHashes([written]))).found;
  if (state.facts.hasHashes && (await isAddressOfKeptHash(engine, written, state))) return null;
  if (hashed && (await isHashOfKeptAddress(engine, normalised, changes, sources))) return null;
  return { ...(await stageKeys(engine, changes, normalised)), hasHashes: hashed };
};

const stageAdded = (
  engine: Engine,
  { added, newestPrevious }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<Relation> => {
  const newer = identities.map(
    (dataset): Relation => sql`(select * from ${dataset} as held where held.first_seen > ${newestPrevious})`,
  );
  return engine.createTable("written", sql`select * from ${writtenIdentities(newer, added)}`);
};

/** Whether dates with any separator are read day first now and month first before, or the other way round. */
const isDateOrderChanged = async (
  engine: Engine,
  previousCounts: Relation,
  { dateOrderCounts }: Normalised,
): Promise<boolean> => {
  const { changed } = await engine.row<{ changed: number }>(sql`
    select count(*) as changed
    from (${dateOrders(previousCounts)}) as old
    join (${dateOrders(dateOrderCounts)}) as new using (separator)
    where old.is_day_first <> new.is_day_first`);
  return changed > 0;
};

const isAddressOfKeptHash = async (
  engine: Engine,
  written: Relation,
  { dir }: PreviousState,
): Promise<boolean> => {
  const emails = normalisedColumn(withAdded(stateFiles(dir).normalised), "email");
  return isFound(engine, matchesHash(emails, await stageMailboxes(engine, written)));
};

const isHashOfKeptAddress = async (
  engine: Engine,
  { emails }: Normalised,
  { numbered }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<boolean> =>
  isFound(engine, matchesHash(emails, await stageMailboxes(engine, writtenIdentities(identities, numbered))));

const isFound = async (engine: Engine, query: Sql): Promise<boolean> =>
  (await engine.row<{ found: boolean }>(query)).found;

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
    allIdentified: sql`(
      select node, identity_key, first_seen, row_count, household from ${numbered} where is_identified
      union all select * from ${identified})`,
  };
};
