// Of a component with too many records to compare each with all, the work stays in proportion to the records. In a round, each
// is compared with those that it is linked with and with the few that follow it, which leaves hardly a fiftieth of strangers
// together; and what is left together is compared in the next, as a whole once it is small enough. A round only parts what
// was together, so an end comes; records that are one person's lose nobody in the first, and that is the last.

import { clusterLinks, type Links } from "../../model/matching/clusters.js";
import type { Engine } from "../../warehouse/engine.js";
import { maxNonMatchLogOdds, nonMatchPairs } from "../../warehouse/matching/apart.js";
import { maxFullyComparedRecords, pairsWithinLarge } from "../../warehouse/matching/within.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { sql } from "../../warehouse/sql/sql.js";
import { type PairScoring, scorePairs } from "./likeness.js";
import { indexesInGroups, type NodeIndex, nodesAt, readPairs, smallestNodes } from "./pairs.js";

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
