// Pairs of nodes, read from a relation.

import type { Pairs } from "../../model/matching/clusters.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";

/** `pairs`: left_node, right_node. */
export const readPairs = async (engine: Engine, pairs: Relation): Promise<Pairs> =>
  pairsOf((await engine.columns(sql`select left_node, right_node from ${pairs}`)).columns);

export const pairsOf = (columns: Record<string, unknown>): Pairs => ({
  left: Int32Array.from(columns.left_node as Float64Array),
  right: Int32Array.from(columns.right_node as Float64Array),
});
