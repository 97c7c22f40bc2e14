// Clusters: the people among linked records. Links are not transitive, and a chain of them can end at another
// person. So the records of a component are compared with one another, and pairs that are surely two people
// split it, as do the owner's.

import {
  type Constraints,
  chosenLinks,
  clusterLinks,
  type Links,
  type Pairs,
  withoutAmbiguous,
} from "../../model/matching/clusters.js";
import { linkedMixture } from "../../model/matching/mixture.js";
import { connectedComponents } from "../../model/numeric/connected-components.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  contradictedPairs,
  maxFullyComparedRecords,
  maxNonMatchLogOdds,
  nonMatchPairs,
  pairsWithin,
  pairsWithinLarge,
} from "../../warehouse/matching/within-clusters.js";
import { nodesIn } from "../../warehouse/persons/identities.js";
import { linkWeights } from "../../warehouse/persons/links.js";
import { allRows } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { type PairScoring, scorePairs } from "./match.js";

interface LinkedNodes {
  /** All nodes of some components: node. */
  nodes: Relation;
  /** Links between them; see `allLinks`. */
  links: Relation;
  /** Pairs that the owner keeps apart: left_node, right_node. */
  ownerApart: Relation;
}

/** Returns `clusters` of these nodes; see `warehouse/persons/persons.ts`. `scoring`: null in mode `exact`. */
export const findClusters = async (
  engine: Engine,
  { nodes, links: linkRows, ownerApart }: LinkedNodes,
  amongLinked: PairScoring | null,
): Promise<Relation> => {
  const index = await readNodeIndex(engine, nodes);
  const all = await readLinks(engine, linkRows, index);
  const component = connectedComponents(index.nodes.length, all.left, all.right);
  const scoring = amongLinked && { ...amongLinked, mixture: linkedMixture(amongLinked.mixture) };
  const nonMatches = scoring && (await findNonMatches(engine, component, index, scoring));
  const links = nonMatches ? withoutAmbiguous(component.length, all, nonMatches.apart) : all;
  const keptApart = await readPairs(engine, ownerApart, index);
  const clustered = clusterLinks(component.length, links, {
    ...(nonMatches ?? { apart: noPairs }),
    ownerApart: keptApart,
  });
  const root = scoring
    ? await splitLargeClusters(engine, { component, links, linkRows, index }, clustered, scoring)
    : clustered;
  const linked = positionsInGroups(component, 2);
  return engine.createTableOf("cluster", {
    node: nodesAt(index, linked),
    component: smallestNodes(index, component, linked),
    root: smallestNodes(index, root, linked),
  });
};

const noPairs: Pairs = { left: new Int32Array(0), right: new Int32Array(0) };

type NonMatches = Pick<Constraints, "apart" | "contradicted">;

/** Pairs of a component that are two people, or contradict each other. */
const findNonMatches = async (
  engine: Engine,
  component: Int32Array,
  index: NodeIndex,
  { comparable, mixture }: PairScoring,
): Promise<NonMatches> => {
  const inGroups = positionsInGroups(component, 2);
  if (inGroups.length === 0) return { apart: noPairs, contradicted: noPairs };
  const components = await engine.createTableOf("component", {
    node: nodesAt(index, inGroups),
    root: smallestNodes(index, component, inGroups),
  });
  const profiles = await comparable.profilesOf(components);
  const compared = await engine.createTable("compared_within", pairsWithin(profiles, components));
  const isNonMatch = (logOdds: number) => logOdds <= maxNonMatchLogOdds;
  const nonMatches = await scorePairs(engine, "non_match", compared, mixture, isNonMatch);
  return readNonMatches(engine, nonMatches, components, index);
};

const readNonMatches = async (
  engine: Engine,
  scored: Relation,
  components: Relation,
  index: NodeIndex,
): Promise<NonMatches> => ({
  apart: await readPairs(engine, nonMatchPairs(scored, components), index),
  contradicted: await readPairs(engine, contradictedPairs(scored), index),
});

const readLinks = async (engine: Engine, links: Relation, index: NodeIndex): Promise<Links> => {
  const { columns } = await engine.columns(linkWeights(links));
  return {
    ...pairsOf(columns, index),
    weight: columns.weight as Float64Array,
    isRow: Uint8Array.from(columns.is_row as Float64Array),
    isMove: Uint8Array.from(columns.is_move as Float64Array),
  };
};

interface LargeComponents {
  /** Smallest position of its component, by position. */
  component: Int32Array;
  links: Links;
  /** The same links as a relation: left_node, right_node. */
  linkRows: Relation;
  index: NodeIndex;
}

/**
 * Smallest position of its cluster, by position: `root`, with clusters of components of more than 400 records
 * split further. Comparing each record with every other would cost the square of their number. In a round,
 * each is compared with its linked records and with the few that follow it, which leaves hardly one in fifty
 * strangers together; the next round compares what is left, all pairs once a cluster is small enough. Rounds
 * only split, so they end. Records of one person lose none in the first round, which is then the last.
 */
const splitLargeClusters = async (
  engine: Engine,
  { component, links, linkRows, index }: LargeComponents,
  root: Int32Array,
  { comparable, mixture }: PairScoring,
): Promise<Int32Array> => {
  const inLarge = positionsInGroups(component, maxFullyComparedRecords + 1);
  if (inLarge.length === 0) return root;
  const nodes = await engine.createTableOf("large_node", { node: nodesAt(index, inLarge) });
  const profiles = await comparable.profilesOf(nodes);
  const isNonMatch = (logOdds: number) => logOdds <= maxNonMatchLogOdds;
  for (let current = root; ; ) {
    const clusters = await engine.createTableOf("large_cluster", clustersToCompare(inLarge, current, index));
    const pairs = pairsWithinLarge(profiles, clusters, linkRows);
    const compared = await engine.createTable("compared_large", pairs);
    const scored = await scorePairs(engine, "non_match_large", compared, mixture, isNonMatch);
    const nonMatches = await readNonMatches(engine, scored, clusters, index);
    const next = clusterLinks(root.length, linksWithinClusters(links, current), nonMatches);
    if (next.every((smallest, position) => smallest === current[position])) return current;
    current = next;
  }
};

/** Nodes at the positions that are in a cluster of more than two, with its root. */
const clustersToCompare = (positions: Int32Array, root: Int32Array, index: NodeIndex) => {
  const inGroups = positionsInGroups(root, 3, positions);
  return { node: nodesAt(index, inGroups), root: smallestNodes(index, root, inGroups) };
};

const linksWithinClusters = (links: Links, root: Int32Array): Links =>
  chosenLinks(links, (link) => root[links.left[link]!] === root[links.right[link]!]);

/** Some nodes, each with a dense position, ascending. Typed arrays count by position. */
interface NodeIndex {
  /** Nodes by position. */
  nodes: Int32Array;
  /** Positions by node; meaningless for nodes outside the index. */
  positions: Int32Array;
}

/** `nodes`: node, distinct. */
const readNodeIndex = async (engine: Engine, nodes: Relation): Promise<NodeIndex> => {
  const { columns } = await engine.columns(nodesIn(nodes));
  return nodeIndex(Int32Array.from(columns.node as Float64Array).sort());
};

const nodeIndex = (nodes: Int32Array): NodeIndex => {
  const positions = new Int32Array((nodes.at(-1) ?? -1) + 1);
  for (let position = 0; position < nodes.length; position++) positions[nodes[position]!] = position;
  return { nodes, positions };
};

const nodesAt = ({ nodes }: NodeIndex, positions: Int32Array): Int32Array =>
  positions.map((position) => nodes[position]!);

/**
 * The positions whose group has at least `minSize` members. `smallest`: by position, the smallest position of
 * its group.
 */
const positionsInGroups = (
  smallest: Int32Array,
  minSize: number,
  positions: Int32Array = smallest.map((_, position) => position),
): Int32Array => {
  const size = new Int32Array(smallest.length);
  for (const position of smallest) size[position]! += 1;
  return positions.filter((position) => size[smallest[position]!]! >= minSize);
};

/** For each position, the smallest node of its group. */
const smallestNodes = (index: NodeIndex, smallest: Int32Array, positions: Int32Array): Int32Array =>
  nodesAt(
    index,
    positions.map((position) => smallest[position]!),
  );

/** Pairs by position. `pairs`: left_node, right_node and nothing else, all of them in the index. */
const readPairs = async (engine: Engine, pairs: Relation, index: NodeIndex): Promise<Pairs> =>
  pairsOf((await engine.columns(allRows(pairs))).columns, index);

const pairsOf = (columns: Record<string, unknown>, { positions }: NodeIndex): Pairs => ({
  left: Int32Array.from(columns.left_node as Float64Array, (node) => positions[node]!),
  right: Int32Array.from(columns.right_node as Float64Array, (node) => positions[node]!),
});
