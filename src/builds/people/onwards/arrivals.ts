// The records that are new, brought to the spelling of those that are known. Where they tell how to read what is known already,
// everything is read again.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import { birthOrders } from "../../../warehouse/persons/births.js";
import { addressKeys } from "../../../warehouse/persons/edges.js";
import { shareableValues } from "../../../warehouse/persons/gather.js";
import { hasHashes, writtenIdentities } from "../../../warehouse/persons/identities.js";
import { areHashed, toldIn } from "../../../warehouse/persons/known/values.js";
import { type Normalised, normalise, stageMailboxes } from "../../../warehouse/persons/normalise.js";
import { identifiedIdentities } from "../../../warehouse/persons/persons.js";
import { spelledIdentities } from "../../../warehouse/persons/spelled.js";
import { relation } from "../../../warehouse/relations.js";
import { type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { Sources } from "../ground.js";
import { type Memory, rememberedFiles } from "../memory.js";
import type { There } from "./present.js";

export interface Fresh {
  normalised: Normalised;
  addressKeys: Relation;
  /** Of those that are new: see `identifiedIdentities`, `spelledIdentities` and `shareableValues`. */
  identified: Relation;
  spelled: Relation;
  values: Relation;
  /** Whether any of them tells an e-mail address by its hash. */
  hasHashes: boolean;
  /** Of all who are there: see `identifiedIdentities`. */
  allIdentified: Relation;
}

/** Null where what is new tells how to read what is old. */
export const spellArrived = async (
  engine: Engine,
  there: There,
  sources: Sources,
  memory: Memory,
): Promise<Fresh | null> => {
  const { births } = rememberedFiles(memory.dir);
  const written = await stageArrived(engine, there, sources);
  const earlierSigns = relation(births);
  const normalised = await normalise(engine, written, { country: sources.country, earlierSigns });
  if (await areDaysTurned(engine, earlierSigns, normalised)) return null;
  const hashed = (await engine.row<{ found: boolean }>(hasHashes([written]))).found;
  if (memory.facts.hasHashes && (await tellsOldHash(engine, written, memory))) return null;
  if (hashed && (await isToldByOld(engine, normalised, there, sources))) return null;
  return { ...(await keyed(engine, there, normalised)), hasHashes: hashed };
};

/** Whoever is new was first seen in a file that is newer than all that are known. */
const stageArrived = (
  engine: Engine,
  { arrived, newestKnown }: There,
  { identities }: Sources,
): Promise<Relation> => {
  const newer = identities.map(
    (dataset): Relation => sql`(select * from ${dataset} as held where held.first_seen > ${newestKnown})`,
  );
  return engine.createTable("written", sql`select * from ${writtenIdentities(newer, arrived)}`);
};

const areDaysTurned = async (
  engine: Engine,
  signs: Relation,
  { birthSigns }: Normalised,
): Promise<boolean> => {
  const { turned } = await engine.row<{ turned: number }>(sql`
    select count(*) as turned
    from (${birthOrders(signs)}) as old
    join (${birthOrders(birthSigns)}) as new using (separator)
    where old.is_day_first <> new.is_day_first`);
  return turned > 0;
};

/** Whether a new address is the one that a known record has told by its hash. */
const tellsOldHash = async (engine: Engine, written: Relation, { dir }: Memory): Promise<boolean> => {
  const told = toldIn(withAdded(rememberedFiles(dir).spelled), "email");
  return isFound(engine, areHashed(told, await stageMailboxes(engine, written)));
};

/** Whether a new hash is that of an address which a known record tells. */
const isToldByOld = async (
  engine: Engine,
  { emails }: Normalised,
  { numbered }: There,
  { identities }: Sources,
): Promise<boolean> =>
  isFound(engine, areHashed(emails, await stageMailboxes(engine, writtenIdentities(identities, numbered))));

const isFound = async (engine: Engine, found: Sql): Promise<boolean> =>
  (await engine.row<{ found: boolean }>(found)).found;

const keyed = async (
  engine: Engine,
  { numbered, arrived }: There,
  normalised: Normalised,
): Promise<Omit<Fresh, "hasHashes">> => {
  const identified = await engine.createTable("fresh_identified", identifiedIdentities(arrived, normalised));
  const keys = await engine.createTable("address_key", addressKeys(normalised.names, normalised.places));
  return {
    normalised,
    addressKeys: keys,
    identified,
    spelled: await engine.createTable("spelled", spelledIdentities(arrived, normalised)),
    values: await engine.createTable("fresh_value", shareableValues({ ...normalised, addressKeys: keys })),
    allIdentified: sql`(
      select node, identity_key, first_seen, row_count, household from ${numbered} where is_identified
      union all select * from ${identified})`,
  };
};
