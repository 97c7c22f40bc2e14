// Links lead from record to record, and the last may be somebody else than the first. So the records of a component are
// compared with one another, and those that are surely two people, or that their owner keeps apart, part it.

import { clusterLinks, type Links, type Pairs } from "../../model/matching/clusters.js";
import { connectedComponents } from "../../model/numeric/connected-components.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  maxFullyComparedRecords,
  maxNonMatchLogOdds,
  nonMatchPairs,
  pairsWithin,
  pairsWithinLarge,
} from "../../warehouse/matching/within-clusters.js";
import { linkWeights } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { type PairScoring, scorePairs } from "./match.js";

export interface Linked {
  /** All nodes of some components: node. */
  nodes: Relation;
  /** Between them; see `allLinks`. */
  links: Relation;
  /** Pairs of them that the owner says are two people: left_node, right_node. */
  kept: Relation;
}

/** Returns `clusters` of these nodes; see `warehouse/persons/clusters.ts`. `comparing`: null where only keys are looked at. */
export const findClusters = async (
  engine: Engine,
  { nodes, links, kept }: Linked,
  comparing: PairScoring | null,
): Promise<Relation> => {
  const among = await readNodeIndex(engine, nodes);
  const joined = await readLinks(engine, links, among);
  const component = connectedComponents(among.nodes.length, joined.left, joined.right);
  const apart = comparing ? await findApart(engine, component, among, comparing) : nobody;
  const clustered = clusterLinks(component.length, joined, apart, await readPairs(engine, kept, among));
  const root = comparing
    ? await splitLargeClusters(engine, { component, joined, links, among }, clustered, comparing)
    : clustered;
  const places = indexesInGroups(component, 2);
  return engine.createTableOf("cluster", {
    node: nodesAt(among, places),
    component: smallestNodes(among, component, places),
    root: smallestNodes(among, root, places),
  });
};

const nobody: Pairs = { left: new Int32Array(0), right: new Int32Array(0) };

/** Two records that are linked have no third between them. */
const findApart = async (
  engine: Engine,
  component: Int32Array,
  among: NodeIndex,
  { comparable, mixture }: PairScoring,
): Promise<Pairs> => {
  const places = indexesInGroups(component, 3);
  const components = await engine.createTableOf("component", {
    node: nodesAt(among, places),
    root: smallestNodes(among, component, places),
  });
  const profiles = await comparable.profilesOf(components);
  const compared = await engine.createTable("compared_within", pairsWithin(profiles, components));
  const unlike = await scorePairs(engine, "unlike", compared, mixture, (odds) => odds <= maxNonMatchLogOdds);
  return readPairs(engine, sql`(${nonMatchPairs(unlike, components)})`, among);
};

const readLinks = async (engine: Engine, links: Relation, among: NodeIndex): Promise<Links> => {
  const { columns } = await engine.columns(linkWeights(links));
  return { ...pairsOf(columns, among), weight: columns.weight as Float64Array };
};

// Of a component with too many records to compare each with all, the work stays in proportion to the records. In a round, each
// is compared with those that it is linked with and with the few that follow it, which leaves hardly a fiftieth of strangers
// together; and what is left together is compared in the next, as a whole once it is small enough. A round only parts what
// was together, so an end comes; records that are one person's lose nobody in the first, and that is the last.

interface LinkedComponents {
  /** By place: the smallest of its component. */
  component: Int32Array;
  joined: Links;
  /** The same links as a relation: left_node, right_node. */
  links: Relation;
  among: NodeIndex;
}

/** By place, the smallest of its cluster: `root`, but that clusters of components of more than 400 records are parted. */
export const splitLargeClusters = async (
  engine: Engine,
  { component, joined, links, among }: LinkedComponents,
  root: Int32Array,
  { comparable, mixture }: PairScoring,
): Promise<Int32Array> => {
  const inLarge = indexesInGroups(component, maxFullyComparedRecords + 1);
  if (inLarge.length === 0) return root;
  const nodes = await engine.createTableOf("large_node", { node: nodesAt(among, inLarge) });
  const profiles = await comparable.profilesOf(nodes);
  for (let parted = root; ; ) {
    const clusters = await engine.createTableOf("large_cluster", clustersOfMany(inLarge, parted, among));
    const compared = await engine.createTable("compared_large", pairsWithinLarge(profiles, clusters, links));
    const unlike = await scorePairs(
      engine,
      "unlike_large",
      compared,
      mixture,
      (odds) => odds <= maxNonMatchLogOdds,
    );
    const apart = await readPairs(engine, sql`(${nonMatchPairs(unlike, clusters)})`, among);
    const next = clusterLinks(root.length, linksWithin(joined, parted), apart);
    if (next.every((least, place) => least === parted[place])) return parted;
    parted = next;
  }
};

/** The nodes at those of the places that are in a cluster of more than two, with its root. */
const clustersOfMany = (places: Int32Array, root: Int32Array, among: NodeIndex) => {
  const inMany = indexesInGroups(root, 3, places);
  return { node: nodesAt(among, inMany), root: smallestNodes(among, root, inMany) };
};

const linksWithin = ({ left, right, weight }: Links, root: Int32Array): Links => {
  const within = Uint32Array.from(left.keys()).filter((link) => root[left[link]!] === root[right[link]!]);
  return {
    left: Int32Array.from(within, (link) => left[link]!),
    right: Int32Array.from(within, (link) => right[link]!),
    weight: Float64Array.from(within, (link) => weight[link]!),
  };
};

// Nodes and pairs of them, read from relations. What is worked out among some of the nodes counts these alone, from the
// smallest on: the place of a node is its number among them.

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
