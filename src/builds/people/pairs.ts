// Nodes and pairs of them, read from relations. What is worked out among some of the nodes counts these alone, from the
// smallest on: the place of a node is its number among them.

import type { Pairs } from "../../model/matching/clusters.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";

export interface NodeIndex {
  /** By place, ascending. */
  nodes: Int32Array;
  /** By node; meaningless of the others. */
  indexes: Int32Array;
}

/** `nodes`: node, distinct. */
export const readNodeIndex = async (engine: Engine, nodes: Relation): Promise<NodeIndex> => {
  const { columns } = await engine.columns(sql`select node from ${nodes}`);
  return nodeIndex(Int32Array.from(columns.node as Float64Array).sort());
};

const nodeIndex = (nodes: Int32Array): NodeIndex => {
  const places = new Int32Array((nodes.at(-1) ?? -1) + 1);
  for (let place = 0; place < nodes.length; place++) places[nodes[place]!] = place;
  return { nodes, indexes: places };
};

export const nodesAt = ({ nodes }: NodeIndex, places: Int32Array): Int32Array =>
  places.map((place) => nodes[place]!);

/** Of the places, those whose group has at least so many. `smallest`: by place, the smallest of its group. */
export const indexesInGroups = (
  smallest: Int32Array,
  fewest: number,
  places: Int32Array = smallest.map((_, place) => place),
): Int32Array => {
  const size = new Int32Array(smallest.length);
  for (const place of smallest) size[place]! += 1;
  return places.filter((place) => size[smallest[place]!]! >= fewest);
};

/** Of these places, the smallest node of the group. */
export const smallestNodes = (among: NodeIndex, smallest: Int32Array, places: Int32Array): Int32Array =>
  nodesAt(
    among,
    places.map((place) => smallest[place]!),
  );

/** By place. `pairs`: left_node, right_node, all of them `among`. */
export const readPairs = async (engine: Engine, pairs: Relation, among: NodeIndex): Promise<Pairs> =>
  pairsOf((await engine.columns(sql`select left_node, right_node from ${pairs}`)).columns, among);

export const pairsOf = (columns: Record<string, unknown>, { indexes: places }: NodeIndex): Pairs => ({
  left: Int32Array.from(columns.left_node as Float64Array, (node) => places[node]!),
  right: Int32Array.from(columns.right_node as Float64Array, (node) => places[node]!),
});
