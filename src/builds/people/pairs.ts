// Nodes and pairs of them, read from relations. What is worked out among some of the nodes counts these alone, from the
// smallest on: the place of a node is its number among them.

import type { Pairs } from "../../model/matching/clusters.js";
import type { Engine } from "../../warehouse/engine.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";

export interface Among {
  /** By place, ascending. */
  nodes: Int32Array;
  /** By node; meaningless of the others. */
  places: Int32Array;
}

/** `nodes`: node, distinct. */
export const readAmong = async (engine: Engine, nodes: Relation): Promise<Among> => {
  const { columns } = await engine.columns(sql`select node from ${nodes}`);
  return amongOf(Int32Array.from(columns.node as Float64Array).sort());
};

const amongOf = (nodes: Int32Array): Among => {
  const places = new Int32Array((nodes.at(-1) ?? -1) + 1);
  for (let place = 0; place < nodes.length; place++) places[nodes[place]!] = place;
  return { nodes, places };
};

export const nodesAt = ({ nodes }: Among, places: Int32Array): Int32Array =>
  places.map((place) => nodes[place]!);

/** Of the places, those whose group has at least so many. `smallest`: by place, the smallest of its group. */
export const placesOfMany = (
  smallest: Int32Array,
  fewest: number,
  places: Int32Array = smallest.map((_, place) => place),
): Int32Array => {
  const size = new Int32Array(smallest.length);
  for (const place of smallest) size[place]! += 1;
  return places.filter((place) => size[smallest[place]!]! >= fewest);
};

/** Of these places, the smallest node of the group. */
export const smallestNodes = (among: Among, smallest: Int32Array, places: Int32Array): Int32Array =>
  nodesAt(
    among,
    places.map((place) => smallest[place]!),
  );

/** By place. `pairs`: left_node, right_node, all of them `among`. */
export const readPairs = async (engine: Engine, pairs: Relation, among: Among): Promise<Pairs> =>
  pairsOf((await engine.columns(sql`select left_node, right_node from ${pairs}`)).columns, among);

export const pairsOf = (columns: Record<string, unknown>, { places }: Among): Pairs => ({
  left: Int32Array.from(columns.left_node as Float64Array, (node) => places[node]!),
  right: Int32Array.from(columns.right_node as Float64Array, (node) => places[node]!),
});
