// Who is there, of whom the build before knew and of whom it did not, and who is there no more.

import type { Engine } from "../../../warehouse/engine.js";
import { withReplaced } from "../../../warehouse/layers.js";
import {
  goneIdentities,
  newlyNumbered,
  presentCounts,
  seenIdentities,
} from "../../../warehouse/persons/known/presence.js";
import { type Relation, sql } from "../../../warehouse/sql/sql.js";
import type { Sources } from "../ground.js";
import { type Facts, type Memory, rememberedFiles } from "../memory.js";

/** Of the identities when all was found anew: so many may have come since, or may be gone at once, until it is again. */
const mostGrowth = 0.2;
const mostGone = 0.2;

/** Relations of nodes. */
export interface There {
  /** All who are there, and of these those that are new; see `seenIdentities`. */
  numbered: Relation;
  arrived: Relation;
  /** Epoch ms, and before any of those that are new. */
  newestKnown: number;
  /** Who is remembered and not there any more: node, identity_key. */
  gone: Relation;
  isAnyGone: boolean;
}

/** Null where too much has changed. */
export const whoIsThere = async (
  engine: Engine,
  { identities, lists }: Sources,
  { dir, facts }: Memory,
): Promise<There | null> => {
  const known = withReplaced(rememberedFiles(dir).identities, sql`node`);
  const numbered = await engine.createTable("numbered", seenIdentities(identities, lists, known));
  const counts = await engine.row<Counts>(presentCounts(known, numbered));
  if (isTooMuch(counts, facts)) return null;
  const arrived = await engine.createTable("arrived", newlyNumbered(numbered, counts.last));
  await engine.run(sql`delete from ${numbered} where node is null`);
  await engine.run(sql`insert into ${numbered} select * from ${arrived}`);
  const isAnyGone = counts.gone > 0;
  const nobody = sql`select node, identity_key from ${arrived} where false`;
  const gone = await engine.createTable("gone", isAnyGone ? goneIdentities(known, numbered) : nobody);
  return { numbered, arrived, newestKnown: counts.newest, gone, isAnyGone };
};

type Counts = { last: number; newest: number; arrived: number; gone: number; older: number };

/** Who is gone may have told what a hash is of; and who comes from an older file would have other numbers. */
const isTooMuch = ({ last, arrived, gone, older }: Counts, { anew, hasHashes }: Facts): boolean =>
  last + 1 + arrived - anew > mostGrowth * anew ||
  gone > mostGone * anew ||
  (gone > 0 && hasHashes) ||
  older > 0;
