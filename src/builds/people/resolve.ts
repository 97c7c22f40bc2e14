// Which records are one person's. Two with an equal key are, and so are two that are alike as two people hardly are; what
// their owner has decided goes before both.

import type { ResolutionMode } from "../../domain/matching.js";
import type { Decision, Decisions } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { allLinks, decisionPairs, linksWithin, nodesOf } from "../../warehouse/persons/links.js";
import { affectedNodes, unaffectedClusters } from "../../warehouse/persons/persons.js";
import { join, type Relation, sql } from "../../warehouse/sql/sql.js";
import { findClusters } from "./clusters.js";
import { fullInput } from "./full.js";
import { incrementalInput } from "./incremental/input.js";
import { type MatchedPairs, matchPairs } from "./match.js";
import type { PreviousBuild, Progress, ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { readPreviousState, storeLinks, writeMatchModel } from "./state.js";

export interface Resolution {
  input: ResolutionInput;
  /** One row per link: see `allLinks`. */
  links: Relation;
  /** See `warehouse/persons/clusters.ts`. */
  clusters: Relation;
  /** Whose people may be others than they were: node; null where that can be everybody. */
  affected: Relation | null;
}

/** Leaves in the directory of `sources` what the next build goes on from, and what pairs were weighed by. */
export const resolvePeople = async (
  engine: Engine,
  sources: ResolutionSources,
  mode: ResolutionMode,
  { progress, fewest }: { progress: Progress; fewest: number },
): Promise<Resolution> => {
  const { keepsState, previousDir, country } = sources;
  const memory = keepsState ? await readPreviousState(previousDir, { mode, country }, fewest) : null;
  const ground =
    (memory && (await incrementalInput(engine, sources, memory, progress))) ??
    (await fullInput(engine, sources, mode, progress));

  progress(0.3, "Comparing records that are alike");
  const { comparable, previous: earlier } = ground;
  const alike =
    mode === "exact" || comparable === null ? null : await matchPairs(engine, comparable, mode, earlier);

  progress(0.6, "Telling people apart");
  const grouped = await clusterRecords(engine, ground, alike, sources.decisions);
  await writeMatchModel(sources.dir, alike?.model ?? null);
  const kept = { likely: alike?.matches ?? null, clusters: grouped.clusters };
  if (keepsState) await storeLinks(engine, sources.dir, kept, earlier);
  return { input: ground, ...grouped };
};

/** Only where links have come or gone, if that is known. */
const clusterRecords = async (
  engine: Engine,
  ground: ResolutionInput,
  alike: MatchedPairs | null,
  { together, apart }: Decisions,
): Promise<Omit<Resolution, "input">> => {
  const { numbered, edges, comparable, previous: earlier } = ground;
  const joined = await stageDecisionPairs(engine, "together", together, numbered);
  const kept = await stageDecisionPairs(engine, "kept_apart", apart, numbered);
  const found = alike ? [alike.matches] : [];
  const affected = await stageAffected(engine, ground, [joined, kept, ...found]);
  const likely = earlier && alike ? [...found, earlier.matches] : found;
  const links = linksWithin(allLinks(edges, likely, joined), affected);
  const comparing = alike && comparable && { comparable, mixture: alike.model.mixture };
  const clusters = await findClusters(engine, { nodes: affected ?? numbered, links, kept }, comparing);
  return { links, clusters: allClusters(earlier, clusters, affected), affected };
};

// What the owner says of pairs of records, as pairs of nodes. Of a record that is not there, nothing is said.

/** Stages one row per decision as `name`: left_node, right_node. */
export const stageDecisionPairs = async (
  engine: Engine,
  name: string,
  decisions: readonly Decision[],
  numbered: Relation,
): Promise<Relation> => {
  const keys = await engine.createTableOf(`${name}_key`, {
    left_key: BigInt64Array.from(decisions, ({ left }) => BigInt(left)),
    right_key: BigInt64Array.from(decisions, ({ right }) => BigInt(right)),
  });
  return engine.createTable(name, decisionPairs(keys, numbered));
};

// Links lead only to records of one component. So where no link has come to any of its records or gone from it, and the owner
// says the same of them, a component is as it was in the build before, and so are its people.

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
