// Who is there, of whom the build before knew and of whom it did not, and who is there no more.

import type { Engine } from "../../../warehouse/engine.js";
import { withReplaced } from "../../../warehouse/layers.js";
import {
  changeCounts,
  identitiesWithPrevious,
  numberedAdditions,
  removedIdentities,
} from "../../../warehouse/persons/known/presence.js";
import { type Relation, sql } from "../../../warehouse/sql/sql.js";
import type { ResolutionSources } from "../ground.js";
import { type PreviousState, type StateFacts, stateFiles } from "../memory.js";

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
