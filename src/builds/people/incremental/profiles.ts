// The profiles of the records that are new, and those that are remembered, as one set to be compared.

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
import { relation } from "../../../warehouse/relations.js";
import { ident, type Relation, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { ComparableProfiles } from "../resolution-input.js";
import type { stateFiles } from "../state.js";
import type { AddedRecords, IdentityChanges } from "./changes.js";

export interface KeptAndNewProfiles extends ComparableProfiles {
  /** Of the identities that are new: see `keptProfiles`. */
  newProfiles: Relation;
}

interface Known {
  before: ReturnType<typeof stateFiles>;
  everybodys: Relation;
  /** Whose links may be others than they were: node. */
  touched: Relation;
}

export const incrementalProfiles = async (
  engine: Engine,
  { removed: gone }: IdentityChanges,
  { normalised, identified }: AddedRecords,
  { before, everybodys, touched }: Known,
): Promise<KeptAndNewProfiles> => {
  const profiles = await stageProfiles(engine, normalised, identified, everybodys);
  const freshParts = await engine.createTable("fresh_part", blockParts(profiles));
  const fresh = await engine.createTable("fresh_profile", storedProfiles(profiles, freshParts));
  const old = storedBlockParts(withAdded(before.profiles), gone);
  const parts = await engine.createTable(
    "block_part",
    sql`${old} union all by name select * from ${freshParts}`,
  );
  const common = {
    shares: await engine.createTable("value_share", valueShares(parts)),
    nicknames: await stageNicknames(engine),
  };
  const all = sql`(select * from ${withAdded(before.profiles)} union all by name select * from ${fresh})`;
  const clusters = relation(before.clusters);
  const around = (nodes: Relation) =>
    affectedNodes(sql`(select node from ${nodes} union select node from ${touched})`, clusters, gone);
  const among = (nodes: Relation) => profilesFromStored(all, nodes, common);
  return { parts, newParts: freshParts, newProfiles: fresh, profilesOf: readOnce(engine, around, among) };
};

/** Of `nodes` first asked for, all `around` them are read: who is compared next is among these. */
const readOnce = (
  engine: Engine,
  around: (nodes: Relation) => Sql,
  among: (nodes: Relation) => Sql,
): ComparableProfiles["profilesOf"] => {
  let read: Relation | null = null;
  return async (nodes) => {
    if (read && !(await isAnyBeyond(engine, nodes, read))) return ident("compared_profile");
    read = await engine.createTable("compared_node", around(nodes));
    return engine.createTable("compared_profile", among(read));
  };
};

const isAnyBeyond = async (engine: Engine, nodes: Relation, read: Relation): Promise<boolean> => {
  const { beyond } = await engine.row<{ beyond: number }>(
    sql`select count(*) as beyond from ${nodes} as asked anti join ${read} as read on read.node = asked.node`,
  );
  return beyond > 0;
};
