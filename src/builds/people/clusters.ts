// Links lead from record to record, and the last may be somebody else than the first. So the records of a component are
// compared with one another, and those that are surely two people, or that their owner keeps apart, part it.

import { connectedComponents } from "../../model/components.js";
import { clusterLinks, type Links, type Pairs } from "../../model/matching/clusters.js";
import type { Engine } from "../../warehouse/engine.js";
import { apartPairs, probablyTwo } from "../../warehouse/matching/apart.js";
import { pairsByNode } from "../../warehouse/matching/remembered.js";
import { componentsWith, pairsWithin } from "../../warehouse/matching/within.js";
import { weighedLinks } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { type Alike, weighedPairs } from "./likeness.js";

export interface Linked {
  numbered: Relation;
  /** See `allLinks`. */
  links: Relation;
  /** Pairs that the owner says are two people: left_node, right_node. */
  kept: Relation;
}

export interface Clusters {
  /** One row per node: node, root INTEGER, the smallest node of its person. */
  roots: Relation;
  /** Pairs that links join and that are unlikely one person: see `weighedTable`; null where only keys are looked at. */
  unlike: Relation | null;
}

/** `alike`: null where only keys are looked at. */
export const findClusters = async (
  engine: Engine,
  { numbered, links, kept }: Linked,
  alike: Alike | null,
): Promise<Clusters> => {
  const { nodes } = await engine.row<{ nodes: number }>(sql`select count(*) as nodes from ${numbered}`);
  const joined = await readLinks(engine, links);
  const component = connectedComponents(nodes, joined.left, joined.right);
  const components = await engine.createTableOf("component", membersOfMany(component));
  const unlike = alike && (await findUnlike(engine, components, numbered, alike));
  const apart = unlike ? await readPairs(engine, sql`(${apartPairs(unlike, components)})`) : nobody;
  const root = clusterLinks(nodes, joined, apart, await readPairs(engine, kept));
  return { roots: await engine.createTableOf("root", { node: root.map((_, node) => node), root }), unlike };
};

const nobody: Pairs = { left: new Int32Array(0), right: new Int32Array(0) };

/** With a memory, only components with new records are compared. */
const findUnlike = async (
  engine: Engine,
  components: Relation,
  numbered: Relation,
  { profiles, likeness, memory }: Alike,
): Promise<Relation> => {
  const touched = memory ? sql`(${componentsWith(components, memory.fresh)})` : components;
  const compared = await engine.createTable("compared_within", pairsWithin(profiles, touched));
  const isUnlike = (odds: number) => odds <= probablyTwo;
  const unlike = await weighedPairs(engine, "unlike", compared, likeness.mixture, isUnlike);
  if (memory) await engine.run(sql`insert into ${unlike} ${pairsByNode(memory.unlike, numbered)}`);
  return unlike;
};

/** The nodes of components of more than two, with their roots: two records that are linked have no third between them. */
const membersOfMany = (component: Int32Array) => {
  const size = new Int32Array(component.length);
  for (const root of component) size[root]! += 1;
  const node = Int32Array.from(component.keys()).filter((at) => size[component[at]!]! > 2);
  return { node, root: node.map((at) => component[at]!) };
};

const readLinks = async (engine: Engine, links: Relation): Promise<Links> => {
  const { columns } = await engine.columns(weighedLinks(links));
  return { ...pairsOf(columns), weight: columns.weight as Float64Array };
};

const readPairs = async (engine: Engine, pairs: Relation): Promise<Pairs> =>
  pairsOf((await engine.columns(sql`select left_node, right_node from ${pairs}`)).columns);

const pairsOf = (columns: Record<string, unknown>): Pairs => ({
  left: Int32Array.from(columns.left_node as Float64Array),
  right: Int32Array.from(columns.right_node as Float64Array),
});
