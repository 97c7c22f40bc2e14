// The records that are new, brought to the spelling of those that are known. Where they tell how to read what is known already,
// everything is read again.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import { dateOrders } from "../../../warehouse/persons/births.js";
import { addressKeys } from "../../../warehouse/persons/edges.js";
import { keyValues } from "../../../warehouse/persons/gather.js";
import { hasHashes, writtenIdentities } from "../../../warehouse/persons/identities.js";
import { matchesHash, normalisedColumn } from "../../../warehouse/persons/known/values.js";
import { type Normalised, normalise, stageMailboxes } from "../../../warehouse/persons/normalise.js";
import { identifiableIdentities } from "../../../warehouse/persons/persons.js";
import { normalisedIdentities } from "../../../warehouse/persons/spelled.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../ground.js";
import { type PreviousState, stateFiles } from "../memory.js";
import type { IdentityChanges } from "./present.js";

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
