// Identity resolution: groups records into people. Two records are linked if they have an equal key, or if
// comparison makes one person likely enough. The owner's decisions override both.

import { decisionsNow } from "../../domain/people/decided-records.js";
import type { ResolutionMode } from "../../domain/people/matching.js";
import type { Decision, Decisions } from "../../domain/people/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { nodesIn } from "../../warehouse/persons/identities.js";
import { allLinks, decisionPairs, nodesOf } from "../../warehouse/persons/links.js";
import { affectedNodes, updatedClusters } from "../../warehouse/persons/persons.js";
import { rowsAmong } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { findClusters } from "./clusters.js";
import { fullInput } from "./full.js";
import type { Continued } from "./incremental/changes.js";
import { incrementalInput } from "./incremental/input.js";
import { type MatchedPairs, matchPairs } from "./match.js";
import { type Registry, type StagedRegistry, stageRegistry } from "./person-ids.js";
import type { Progress, ResolutionInput, ResolutionSources } from "./resolution-input.js";
import { type MatchModel, storeLinks, writeMatchModel } from "./state.js";

export interface Resolution {
  input: ResolutionInput;
  /** One row per link: see `allLinks`. */
  links: Relation;
  /** See `warehouse/persons/persons.ts`. */
  clusters: Relation;
  /** Nodes whose person may have changed: node; null for all. */
  affected: Relation | null;
  registry: StagedRegistry;
  /** New pairs that are nearly likely enough to be one person; null where no pairs were compared, as is the model. */
  near: Relation | null;
  model: MatchModel | null;
}

/**
 * Writes the match model, and the state for the next build, to the directory of `sources`. `continued`: null
 * resolves all records.
 */
export const resolvePeople = async (
  engine: Engine,
  sources: ResolutionSources,
  continued: Continued | null,
  mode: ResolutionMode,
  progress: Progress,
): Promise<Resolution> => {
  const { keepsState } = sources;
  const input =
    (continued && (await incrementalInput(engine, sources, continued, progress))) ??
    (await fullInput(engine, sources, mode, progress));

  progress(0.3, "Comparing similar records");
  const { comparable, previous } = input;
  const matched =
    mode === "exact" || comparable === null ? null : await matchPairs(engine, comparable, mode, previous);

  progress(0.6, "Grouping records into people");
  const registry = await stageRegistry(engine, sources, input);
  const grouped = await clusterRecords(engine, input, matched, sources.decisions, registry);
  await writeMatchModel(sources.dir, matched?.model ?? null);
  const stored = { matches: matched?.matches ?? null, clusters: grouped.clusters };
  if (keepsState) await storeLinks(engine, sources.dir, stored, previous);
  return { input, ...grouped, registry, near: matched?.near ?? null, model: matched?.model ?? null };
};

/** Clusters the affected records, and takes over the clusters of all others. */
const clusterRecords = async (
  engine: Engine,
  input: ResolutionInput,
  matched: MatchedPairs | null,
  decisions: Decisions,
  registry: Registry,
): Promise<Pick<Resolution, "links" | "clusters" | "affected">> => {
  const { numbered, edges, comparable, previous } = input;
  const { together, apart } = decisionsNow(decisions, registry.leads);
  const ownerTogether = await stageDecisionPairs(engine, "together", together, numbered);
  const ownerApart = await stageDecisionPairs(engine, "kept_apart", apart, numbered);
  const newMatches = matched ? [matched.matches] : [];
  const affected = await stageAffected(engine, input, registry, [ownerTogether, ownerApart, ...newMatches]);
  const matches = previous && matched ? [...newMatches, previous.matches] : newMatches;
  const all = allLinks(edges, matches, ownerTogether);
  // No link leaves the affected nodes.
  const links = affected ? rowsAmong(all, affected, "left_node", "node") : all;
  const scoring = matched && comparable && { comparable, mixture: matched.model.mixture };
  const found = await findClusters(engine, { nodes: affected ?? numbered, links, ownerApart }, scoring);
  const clusters =
    previous && affected ? updatedClusters(previous.clusters, found, affected, previous.removed) : found;
  return { links, clusters, affected };
};

/** Stages one row per pair (of records of now, see `decisionsNow`) as `name`: left_node, right_node. */
export const stageDecisionPairs = async (
  engine: Engine,
  name: string,
  pairs: readonly Decision[],
  numbered: Relation,
): Promise<Relation> => {
  const keys = await engine.createTableOf(`${name}_key`, {
    left_key: BigInt64Array.from(pairs, ({ left }) => BigInt(left)),
    right_key: BigInt64Array.from(pairs, ({ right }) => BigInt(right)),
  });
  return engine.createTable(name, decisionPairs(keys, numbered));
};

/**
 * Stages one row per node whose person may differ from the previous build: node. Null for all. `pairs` are
 * new links and the owner's decisions: left_node, right_node. Links stay within a component, so a component
 * whose links and decisions are unchanged keeps its people.
 */
const stageAffected = async (
  engine: Engine,
  { previous, numbered }: ResolutionInput,
  registry: Registry,
  pairs: readonly Relation[],
): Promise<Relation | null> => {
  if (previous === null) return null;
  const { decisions, touched, clusters, removed } = previous;
  const { together, apart } = decisionsNow(decisions, registry.leads);
  const all = [...together, ...apart];
  const decidedBefore = await stageDecisionPairs(engine, "decided_before", all, numbered);
  const ofPairs = [decidedBefore, ...pairs].map(nodesOf);
  const changed = nodesIn(touched, ...ofPairs, ...(registry.changed ? [registry.changed] : []));
  return engine.createTable("affected", affectedNodes(changed, clusters, removed));
};
