// Who is there, of whom the build before knew and of whom it did not, and who is there no more.

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
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../resolution-input.js";
import { type PreviousState, type StateFacts, stateFiles } from "../state.js";

/** Of the identities when all was found anew: so many may have come since, or may be gone at once, until it is again. */
const maxGrowth = 0.2;
const maxRemoved = 0.2;

/** Relations of nodes. */
export interface IdentityChanges {
  /** All who are there, and of these those that are new; see `seenIdentities`. */
  numbered: Relation;
  added: Relation;
  /** Epoch ms, and before any of those that are new. */
  newestPrevious: number;
  /** Who is remembered and not there any more: node, identity_key. */
  removed: Relation;
  isAnyRemoved: boolean;
}

/** Null where too much has changed. */
export const findChanges = async (
  engine: Engine,
  { identities, lists }: ResolutionSources,
  { dir, facts }: PreviousState,
): Promise<IdentityChanges | null> => {
  const known = withReplaced(stateFiles(dir).identities, sql`node`);
  const numbered = await engine.createTable("numbered", identitiesWithPrevious(identities, lists, known));
  const counts = await engine.row<Counts>(changeCounts(known, numbered));
  if (isTooMuch(counts, facts)) return null;
  const arrived = await engine.createTable("arrived", numberedAdditions(numbered, counts.last));
  await engine.run(sql`delete from ${numbered} where node is null`);
  await engine.run(sql`insert into ${numbered} select * from ${arrived}`);
  const isAnyGone = counts.gone > 0;
  const nobody = sql`select node, identity_key from ${arrived} where false`;
  const gone = await engine.createTable("gone", isAnyGone ? removedIdentities(known, numbered) : nobody);
  return { numbered, added: arrived, newestPrevious: counts.newest, removed: gone, isAnyRemoved: isAnyGone };
};

type Counts = { last: number; newest: number; arrived: number; gone: number; older: number };

/** Who is gone may have told what a hash is of; and who comes from an older file would have other numbers. */
const isTooMuch = ({ last, arrived, gone, older }: Counts, { anew, hasHashes }: StateFacts): boolean =>
  last + 1 + arrived - anew > maxGrowth * anew ||
  gone > maxRemoved * anew ||
  (gone > 0 && hasHashes) ||
  older > 0;

// The records that are new, brought to the spelling of those that are known. Where they tell how to read what is known already,
// everything is read again.

export interface AddedRecords {
  normalised: Normalised;
  addressKeys: Relation;
  /** Of those that are new: see `identifiedIdentities`, `spelledIdentities` and `shareableValues`. */
  identified: Relation;
  normalisedRows: Relation;
  values: Relation;
  /** Whether any of them tells an e-mail address by its hash. */
  hasHashes: boolean;
  /** Of all who are there: see `identifiedIdentities`. */
  allIdentified: Relation;
}

/** Null where what is new tells how to read what is old. */
export const normaliseAdded = async (
  engine: Engine,
  there: IdentityChanges,
  sources: ResolutionSources,
  memory: PreviousState,
): Promise<AddedRecords | null> => {
  const { births } = stateFiles(memory.dir);
  const written = await stageArrived(engine, there, sources);
  const earlierSigns = relation(births);
  const normalised = await normalise(engine, written, {
    country: sources.country,
    previousDateOrderCounts: earlierSigns,
  });
  if (await areDaysTurned(engine, earlierSigns, normalised)) return null;
  const hashed = (await engine.row<{ found: boolean }>(hasHashes([written]))).found;
  if (memory.facts.hasHashes && (await tellsOldHash(engine, written, memory))) return null;
  if (hashed && (await isToldByOld(engine, normalised, there, sources))) return null;
  return { ...(await keyed(engine, there, normalised)), hasHashes: hashed };
};

/** Whoever is new was first seen in a file that is newer than all that are known. */
const stageArrived = (
  engine: Engine,
  { added: arrived, newestPrevious: newestKnown }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<Relation> => {
  const newer = identities.map(
    (dataset): Relation => sql`(select * from ${dataset} as held where held.first_seen > ${newestKnown})`,
  );
  return engine.createTable("written", sql`select * from ${writtenIdentities(newer, arrived)}`);
};

const areDaysTurned = async (
  engine: Engine,
  signs: Relation,
  { dateOrderCounts: birthSigns }: Normalised,
): Promise<boolean> => {
  const { turned } = await engine.row<{ turned: number }>(sql`
    select count(*) as turned
    from (${dateOrders(signs)}) as old
    join (${dateOrders(birthSigns)}) as new using (separator)
    where old.is_day_first <> new.is_day_first`);
  return turned > 0;
};

/** Whether a new address is the one that a known record has told by its hash. */
const tellsOldHash = async (engine: Engine, written: Relation, { dir }: PreviousState): Promise<boolean> => {
  const told = normalisedColumn(withAdded(stateFiles(dir).spelled), "email");
  return isFound(engine, matchesHash(told, await stageMailboxes(engine, written)));
};

/** Whether a new hash is that of an address which a known record tells. */
const isToldByOld = async (
  engine: Engine,
  { emails }: Normalised,
  { numbered }: IdentityChanges,
  { identities }: ResolutionSources,
): Promise<boolean> =>
  isFound(engine, matchesHash(emails, await stageMailboxes(engine, writtenIdentities(identities, numbered))));

const isFound = async (engine: Engine, found: Sql): Promise<boolean> =>
  (await engine.row<{ found: boolean }>(found)).found;

const keyed = async (
  engine: Engine,
  { numbered, added: arrived }: IdentityChanges,
  normalised: Normalised,
): Promise<Omit<AddedRecords, "hasHashes">> => {
  const identified = await engine.createTable(
    "fresh_identified",
    identifiableIdentities(arrived, normalised),
  );
  const keys = await engine.createTable("address_key", addressKeys(normalised.names, normalised.addresses));
  return {
    normalised,
    addressKeys: keys,
    identified,
    normalisedRows: await engine.createTable("spelled", normalisedIdentities(arrived, normalised)),
    values: await engine.createTable("fresh_value", keyValues({ ...normalised, addressKeys: keys })),
    allIdentified: sql`(
      select node, identity_key, first_seen, row_count, household from ${numbered} where is_identified
      union all select * from ${identified})`,
  };
};
