// Links lead from record to record, and the last may be somebody else than the first. So the records of a component are
// compared with one another, and those that are surely two people, or that their owner keeps apart, part it.

import { connectedComponents } from "../../model/components.js";
import { clusterLinks, type Links, type Pairs } from "../../model/matching/clusters.js";
import type { Mixture } from "../../model/matching/likelihood.js";
import type { Engine } from "../../warehouse/engine.js";
import { apartPairs, probablyTwo } from "../../warehouse/matching/apart.js";
import { componentsWith, pairsWithin, unlikeElsewhere } from "../../warehouse/matching/within.js";
import { weighedLinks } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import type { Comparable, Earlier } from "./ground.js";
import { partLarge } from "./large.js";
import { weighedPairs } from "./likeness.js";
import { pairsOf, readPairs } from "./pairs.js";

export interface Linked {
  numbered: Relation;
  /** See `allLinks`. */
  links: Relation;
  /** Pairs that the owner says are two people, and pairs that are one: left_node, right_node. */
  kept: Relation;
  together: Relation;
}

/** What records of one component are compared by, and what of it is remembered. */
interface Comparing {
  comparable: Comparable;
  mixture: Mixture;
  /** Null where nothing is remembered. */
  earlier: Earlier | null;
}

export interface Clusters {
  /** One row per node: node, root INTEGER, the smallest node of its person. */
  roots: Relation;
  /** Pairs that links join and that are unlikely one person: see `weighedTable`; null where only keys are looked at. */
  unlike: Relation | null;
}

/** `comparing`: null where only keys are looked at. */
export const findClusters = async (
  engine: Engine,
  { numbered, links, kept, together }: Linked,
  comparing: Comparing | null,
): Promise<Clusters> => {
  const { nodes } = await engine.row<{ nodes: number }>(
    sql`select coalesce(max(node) + 1, 0) as nodes from ${numbered}`,
  );
  const joined = await readLinks(engine, links);
  const component = connectedComponents(nodes, joined.left, joined.right);
  const components = await engine.createTableOf("component", membersOfMany(component));
  const unlike = comparing && (await findUnlike(engine, components, together, comparing));
  const apart = unlike ? await readPairs(engine, sql`(${apartPairs(unlike, components)})`) : nobody;
  const clustered = clusterLinks(nodes, joined, apart, await readPairs(engine, kept));
  const root = comparing
    ? await partLarge(engine, { component, joined, links }, clustered, comparing)
    : clustered;
  return { roots: await engine.createTableOf("root", { node: root.map((_, node) => node), root }), unlike };
};

const nobody: Pairs = { left: new Int32Array(0), right: new Int32Array(0) };

/** Where something is remembered, only components are compared that may be others than they were. */
const findUnlike = async (
  engine: Engine,
  components: Relation,
  together: Relation,
  { comparable, mixture, earlier }: Comparing,
): Promise<Relation> => {
  const touched =
    earlier &&
    (await engine.createTable("touched_component", componentsWith(components, touchedBy(earlier, together))));
  const looked = touched ?? components;
  const profiles = await comparable.profilesOf(looked);
  const compared = await engine.createTable("compared_within", pairsWithin(profiles, looked));
  const isUnlike = (odds: number) => odds <= probablyTwo;
  const unlike = await weighedPairs(engine, "unlike", compared, mixture, isUnlike);
  if (earlier && touched)
    await engine.run(
      sql`insert into ${unlike} by name ${unlikeElsewhere(earlier.unlike, components, touched)}`,
    );
  return unlike;
};

/** The owner may join what was never compared. */
const touchedBy = ({ touched }: Earlier, together: Relation): Relation => sql`(
  select node from ${touched} union all select left_node from ${together} union all select right_node from ${together})`;

/** The nodes of components of more than two, with their roots: two records that are linked have no third between them. */
const membersOfMany = (component: Int32Array) => {
  const size = new Int32Array(component.length);
  for (const root of component) size[root]! += 1;
  const node = component.map((_, at) => at).filter((at) => size[component[at]!]! > 2);
  return { node, root: node.map((at) => component[at]!) };
};

const readLinks = async (engine: Engine, links: Relation): Promise<Links> => {
  const { columns } = await engine.columns(weighedLinks(links));
  return { ...pairsOf(columns), weight: columns.weight as Float64Array };
};
