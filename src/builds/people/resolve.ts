// Which records are one person's. Two with an equal key are, and so are two that are alike as two people hardly are; what
// their owner has decided goes before both.

import { type Decision, modeOf, type PeopleConfig } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { allLinks, decidedNodes } from "../../warehouse/persons/links.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { groundAnew } from "./anew.js";
import { findClusters } from "./clusters.js";
import type { Ground, Progress, Sources } from "./ground.js";
import { findAlike } from "./likeness.js";
import { recall, remember, writeLikeness } from "./memory.js";
import { groundOnwards } from "./onwards.js";

export interface Resolution {
  ground: Ground;
  /** One row per link: see `allLinks`. */
  links: Relation;
  /** One row per node: node, root, the smallest node of its person. */
  roots: Relation;
}

/** Leaves in the directory of `sources` what the next build goes on from, and what pairs were weighed by. */
export const resolvePeople = async (
  engine: Engine,
  sources: Sources,
  config: PeopleConfig,
  { progress, fewest }: { progress: Progress; fewest: number },
): Promise<Resolution> => {
  const mode = modeOf(config);
  const { isRemembered, previousDir, country } = sources;
  const memory = isRemembered ? await recall(previousDir, { mode, country }, fewest) : null;
  const ground =
    (memory && (await groundOnwards(engine, sources, memory, progress))) ??
    (await groundAnew(engine, sources, mode, progress));

  progress(0.3, "Comparing records that are alike");
  const { numbered, edges, comparable, earlier } = ground;
  const alike =
    mode === "exact" || comparable === null ? null : await findAlike(engine, comparable, mode, earlier);

  progress(0.6, "Telling people apart");
  const together = await decided(engine, "together", config.decisions?.together, numbered);
  const kept = await decided(engine, "kept_apart", config.decisions?.apart, numbered);
  const likely = alike ? [alike.likely, ...(earlier ? [earlier.likely] : [])] : [];
  const links = sql`(${allLinks(edges, likely, together)})`;
  const comparing = alike && comparable && { comparable, mixture: alike.likeness.mixture, earlier };
  const { roots, unlike } = await findClusters(engine, { numbered, links, kept, together }, comparing);
  const likeness = alike?.likeness ?? null;
  await writeLikeness(sources.dir, likeness);
  if (isRemembered)
    await remember(engine, sources.dir, { edges, likely: alike?.likely ?? null, unlike }, earlier);
  return { ground, links, roots };
};

const decided = async (
  engine: Engine,
  name: string,
  decisions: readonly Decision[] = [],
  numbered: Relation,
): Promise<Relation> => {
  const keys = await engine.createTableOf(`${name}_key`, {
    left_key: BigInt64Array.from(decisions, ({ left }) => BigInt(left)),
    right_key: BigInt64Array.from(decisions, ({ right }) => BigInt(right)),
  });
  return engine.createTable(name, decidedNodes(keys, numbered));
};
