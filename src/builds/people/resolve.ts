// Which records are one person's. Two with an equal key are, and so are two that are alike as two people hardly are; what
// their owner has decided goes before both.

import type { ResolutionMode } from "../../domain/matching.js";
import type { Decisions } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { allLinks, linksAmong } from "../../warehouse/persons/links.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { groundAnew } from "./anew.js";
import { findClusters } from "./clusters.js";
import { stageDecided } from "./decisions.js";
import type { Ground, Progress, Sources } from "./ground.js";
import { type Alike, findAlike } from "./likeness.js";
import { recall, remember, writeLikeness } from "./memory.js";
import { allClusters, stageAffected } from "./onwards/affected.js";
import { groundOnwards } from "./onwards/ground.js";

export interface Resolution {
  ground: Ground;
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
  sources: Sources,
  mode: ResolutionMode,
  { progress, fewest }: { progress: Progress; fewest: number },
): Promise<Resolution> => {
  const { isRemembered, previousDir, country } = sources;
  const memory = isRemembered ? await recall(previousDir, { mode, country }, fewest) : null;
  const ground =
    (memory && (await groundOnwards(engine, sources, memory, progress))) ??
    (await groundAnew(engine, sources, mode, progress));

  progress(0.3, "Comparing records that are alike");
  const { comparable, earlier } = ground;
  const alike =
    mode === "exact" || comparable === null ? null : await findAlike(engine, comparable, mode, earlier);

  progress(0.6, "Telling people apart");
  const grouped = await putTogether(engine, ground, alike, sources.decisions);
  await writeLikeness(sources.dir, alike?.likeness ?? null);
  const kept = { likely: alike?.likely ?? null, clusters: grouped.clusters };
  if (isRemembered) await remember(engine, sources.dir, kept, earlier);
  return { ground, ...grouped };
};

/** Only where links have come or gone, if that is known. */
const putTogether = async (
  engine: Engine,
  ground: Ground,
  alike: Alike | null,
  { together, apart }: Decisions,
): Promise<Omit<Resolution, "ground">> => {
  const { numbered, edges, comparable, earlier } = ground;
  const joined = await stageDecided(engine, "together", together, numbered);
  const kept = await stageDecided(engine, "kept_apart", apart, numbered);
  const found = alike ? [alike.likely] : [];
  const affected = await stageAffected(engine, ground, [joined, kept, ...found]);
  const likely = earlier && alike ? [...found, earlier.likely] : found;
  const links = linksAmong(allLinks(edges, likely, joined), affected);
  const comparing = alike && comparable && { comparable, mixture: alike.likeness.mixture };
  const clusters = await findClusters(engine, { nodes: affected ?? numbered, links, kept }, comparing);
  return { links, clusters: allClusters(earlier, clusters, affected), affected };
};
