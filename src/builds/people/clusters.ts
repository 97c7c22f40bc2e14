// Links lead from record to record, and the last may be somebody else than the first. So the records of a component are
// compared with one another, and those that are surely two people, or that their owner keeps apart, part it.

import { clusterLinks, type Links, type Pairs } from "../../model/matching/clusters.js";
import { connectedComponents } from "../../model/numeric/connected-components.js";
import type { Engine } from "../../warehouse/engine.js";
import { maxNonMatchLogOdds, nonMatchPairs } from "../../warehouse/matching/apart.js";
import { pairsWithin } from "../../warehouse/matching/within.js";
import { linkWeights } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { splitLargeClusters } from "./large.js";
import { type PairScoring, scorePairs } from "./likeness.js";
import {
  indexesInGroups,
  type NodeIndex,
  nodesAt,
  pairsOf,
  readNodeIndex,
  readPairs,
  smallestNodes,
} from "./pairs.js";

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
