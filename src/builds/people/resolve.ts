// Which records are one person's. Two with an equal key are, and so are two that are alike as two people hardly are; what
// their owner has decided goes before both.

import type { ResolutionMode } from "../../domain/matching.js";
import type { Decisions } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { allLinks, linksWithin } from "../../warehouse/persons/links.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { fullInput } from "./anew.js";
import { findClusters } from "./clusters.js";
import { stageDecisionPairs } from "./decisions.js";
import type { Progress, ResolutionInput, ResolutionSources } from "./ground.js";
import { type MatchedPairs, matchPairs } from "./likeness.js";
import { readPreviousState, storeLinks, writeMatchModel } from "./memory.js";
import { allClusters, stageAffected } from "./onwards/affected.js";
import { incrementalInput } from "./onwards/ground.js";

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
