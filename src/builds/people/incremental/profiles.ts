// Comparable profiles of an incremental resolution: stored ones of kept records and new ones of added
// records, as one set.

import type { Engine } from "../../../warehouse/engine.js";
import { blockParts } from "../../../warehouse/matching/blocking.js";
import {
  profilesFromStored,
  stageNicknames,
  stageProfiles,
  storedBlockParts,
  storedProfiles,
  valueShares,
} from "../../../warehouse/matching/profiles.js";
import { nodesIn } from "../../../warehouse/persons/identities.js";
import { affectedNodes } from "../../../warehouse/persons/persons.js";
import { stateRelations } from "../../../warehouse/persons/resolution-state.js";
import { rowsWithout, unionOf } from "../../../warehouse/rows.js";
import type { Relation, Sql } from "../../../warehouse/sql/sql.js";
import type { ComparableProfiles } from "../resolution-input.js";
import type { AddedRecords, IdentityChanges } from "./changes.js";

export interface KeptAndNewProfiles extends ComparableProfiles {
  /** Profiles of the added identities: see `storedProfiles`. */
  newProfiles: Relation;
}

interface PreviousProfiles {
  previousDir: string;
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
  { previousDir, placeholderValues, touched, reference }: PreviousProfiles,
): Promise<KeptAndNewProfiles> => {
  const { houses: knownHouses, clusters, profiles: stored } = stateRelations(previousDir);
  const profiled = { identified, placeholderValues, reference, knownHouses };
  const { profiles } = await stageProfiles(engine, normalised, profiled);
  const newParts = await engine.createTable("new_block_part", blockParts(profiles));
  const newProfiles = await engine.createTable("new_profile", storedProfiles(profiles, newParts));
  const keptParts = storedBlockParts(stored, removed);
  const parts = await engine.createTable("block_part", unionOf(keptParts, newParts));
  const lookups = {
    shares: await engine.createTable("value_share", valueShares(parts, reference)),
    nicknames: await stageNicknames(engine),
  };
  const all = unionOf(stored, newProfiles);
  const around = (nodes: Relation) => affectedNodes(nodesIn(nodes, touched), clusters, removed);
  const profilesAt = (nodes: Relation) => profilesFromStored(all, nodes, lookups);
  return { parts, newParts, newProfiles, reference, profilesOf: readOnce(engine, around, profilesAt) };
};

/** Reads profiles `around` the first `nodes`: the nodes of later calls are nearly always among these. */
const readOnce = (
  engine: Engine,
  around: (nodes: Relation) => Sql,
  profilesAt: (nodes: Relation) => Sql,
): ComparableProfiles["profilesOf"] => {
  let read: { nodes: Relation; profiles: Relation } | null = null;
  return async (wanted) => {
    if (read && (await engine.count(rowsWithout(wanted, read.nodes, "node"))) === 0) return read.profiles;
    const nodes = await engine.createTable("compared_node", around(wanted));
    read = { nodes, profiles: await engine.createTable("compared_profile", profilesAt(nodes)) };
    return read.profiles;
  };
};
