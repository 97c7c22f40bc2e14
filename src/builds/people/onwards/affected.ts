// Links lead only to records of one component. So where no link has come to any of its records or gone from it, and the owner
// says the same of them, a component is as it was in the build before, and so are its people.

import type { Engine } from "../../../warehouse/engine.js";
import { affectedNodes, unaffectedClusters } from "../../../warehouse/persons/clusters.js";
import { nodesOf } from "../../../warehouse/persons/links.js";
import { join, type Relation, sql } from "../../../warehouse/sql/sql.js";
import { stageDecisionPairs } from "../decisions.js";
import type { PreviousBuild, ResolutionInput } from "../ground.js";

/**
 * Stages one row per node whose person may be another than in the build before: node. Null where that can be everybody.
 * `pairs` are links that are new, and what the owner says: left_node, right_node.
 */
export const stageAffected = async (
  engine: Engine,
  { numbered, previous: earlier }: ResolutionInput,
  pairs: readonly Relation[],
): Promise<Relation | null> => {
  if (earlier === null) return null;
  const { decisions, touched, clusters, removed: gone } = earlier;
  const all = [...decisions.together, ...decisions.apart];
  const before = await stageDecisionPairs(engine, "decided_before", all, numbered);
  const nodes = [before, ...pairs].map((pair) => sql`select node from ${nodesOf(pair)}`);
  const met = sql`(select touched.node from ${touched} as touched union ${join(nodes, " union ")})`;
  return engine.createTable("affected", affectedNodes(met, clusters, gone));
};

/** All clusters there are, of which those of the affected nodes were `found`. */
export const allClusters = (
  earlier: PreviousBuild | null,
  found: Relation,
  affected: Relation | null,
): Relation =>
  earlier && affected
    ? sql`(
        ${unaffectedClusters(earlier.clusters, affected, earlier.removed)}
        union all by name
        select cluster.* from ${found} as cluster)`
    : found;
