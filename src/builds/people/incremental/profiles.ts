// Comparable profiles of an incremental resolution: stored ones of kept records and new ones of added
// records, as one set.

import type { Engine } from "../../../warehouse/engine.js";
import { withAdded } from "../../../warehouse/layers.js";
import { blockParts } from "../../../warehouse/matching/blocking.js";
import {
  profilesFromStored,
  stageNicknames,
  stageProfiles,
  storedBlockParts,
  storedProfiles,
  valueShares,
} from "../../../warehouse/matching/profiles.js";
import { affectedNodes } from "../../../warehouse/persons/persons.js";
import type { StateFiles } from "../../../warehouse/persons/resolution-state.js";
import { relation } from "../../../warehouse/relations.js";
import { ident, type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { ComparableProfiles } from "../resolution-input.js";
import type { AddedRecords, IdentityChanges } from "./changes.js";

export interface KeptAndNewProfiles extends ComparableProfiles {
  /** Profiles of the added identities: see `storedProfiles`. */
  newProfiles: Relation;
}

interface PreviousProfiles {
  before: StateFiles;
  placeholderValues: Relation;
  /** Nodes whose links may have changed: node. */
  touched: Relation;
  /** See `ComparableProfiles`. */
  reference: number;
}

export const incrementalProfiles = async (
  engine: Engine,
  { removed }: IdentityChanges,
  { normalised, identified }: AddedRecords,
  { before, placeholderValues, touched, reference }: PreviousProfiles,
): Promise<KeptAndNewProfiles> => {
  const knownHouses = relation(before.houses);
  const profiled = { identified, placeholderValues, reference, knownHouses };
  const { profiles } = await stageProfiles(engine, normalised, profiled);
  const newParts = await engine.createTable("new_block_part", blockParts(profiles));
  const newProfiles = await engine.createTable("new_profile", storedProfiles(profiles, newParts));
  const keptParts = storedBlockParts(withAdded(before.profiles), removed);
  const parts = await engine.createTable(
    "block_part",
    sql`${keptParts} union all by name select * from ${newParts}`,
  );
  const lookups = {
    shares: await engine.createTable("value_share", valueShares(parts, reference)),
    nicknames: await stageNicknames(engine),
  };
  const all = sql`(select * from ${withAdded(before.profiles)} union all by name select * from ${newProfiles})`;
  const clusters = relation(before.clusters);
  const around = (nodes: Relation) =>
    affectedNodes(sql`(select node from ${nodes} union select node from ${touched})`, clusters, removed);
  const profilesAt = (nodes: Relation) => profilesFromStored(all, nodes, lookups);
  return { parts, newParts, newProfiles, reference, profilesOf: readOnce(engine, around, profilesAt) };
};

/** Reads profiles `around` the first `nodes`: the nodes of later calls are nearly always among these. */
const readOnce = (
  engine: Engine,
  around: (nodes: Relation) => Sql,
  profilesAt: (nodes: Relation) => Sql,
): ComparableProfiles["profilesOf"] => {
  let read: Relation | null = null;
  return async (nodes) => {
    if (read && !(await isAnyMissing(engine, nodes, read))) return ident("compared_profile");
    read = await engine.createTable("compared_node", around(nodes));
    return engine.createTable("compared_profile", profilesAt(read));
  };
};

const isAnyMissing = async (engine: Engine, nodes: Relation, read: Relation): Promise<boolean> => {
  const { missing } = await engine.row<{ missing: number }>(
    sql`select count(*) as missing from ${nodes} as wanted anti join ${read} as read on read.node = wanted.node`,
  );
  return missing > 0;
};
