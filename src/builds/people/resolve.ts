// Which records are one person's. Two with an equal key are, and so are two that are alike as two people hardly are; what
// their owner has decided goes before both.

import { type Decision, modeOf, type PeopleConfig } from "../../domain/people.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageProfiles } from "../../warehouse/matching/profiles.js";
import { gatherEdges } from "../../warehouse/persons/gather.js";
import { allLinks, decidedNodes } from "../../warehouse/persons/links.js";
import { type Normalised, normalise } from "../../warehouse/persons/normalise.js";
import { identifiedIdentities } from "../../warehouse/persons/persons.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { findClusters } from "./clusters.js";
import { type Alike, findAlike } from "./likeness.js";
import { type Compared, recall } from "./memory.js";

/** Identities to resolve. `numbered` and `written` have a row per node; `rowLinks` pairs of keys that stand in one row. */
export interface Unresolved {
  numbered: Relation;
  written: Relation;
  rowLinks: Relation;
  /** The build before this one; null for the first. */
  previousDir: string | null;
}

export interface Resolution {
  normalised: Normalised;
  /** One row per identity that is somebody's: node, identity_key, first_seen. */
  identified: Relation;
  /** One row per link: see `allLinks`. */
  links: Relation;
  /** One row per node: node, root, the smallest node of its person. */
  roots: Relation;
  /** Null where only keys were looked at. */
  compared: Compared | null;
}

export const resolvePeople = async (
  engine: Engine,
  { numbered, written, rowLinks, previousDir }: Unresolved,
  config: PeopleConfig,
  progress: (fraction: number, text: string) => void,
): Promise<Resolution> => {
  progress(0.05, "Normalising names and addresses");
  const normalised = await normalise(engine, written);
  const identified = await engine.createTable("identified", identifiedIdentities(numbered, normalised));
  progress(0.2, "Finding records with equal keys");
  const edges = await gatherEdges(engine, normalised, identified, rowLinks);

  progress(0.3, "Comparing records that are alike");
  const mode = modeOf(config);
  let alike: Alike | null = null;
  if (mode !== "exact") {
    const profiles = await profilesOf(engine, normalised, identified);
    const memory = await recall(engine, previousDir, mode, profiles, numbered);
    alike = await findAlike(engine, profiles, numbered, mode, memory);
  }

  progress(0.6, "Telling people apart");
  const together = await decided(engine, "together", config.decisions?.together, numbered);
  const kept = await decided(engine, "kept_apart", config.decisions?.apart, numbered);
  const links = await engine.createTable("link", allLinks(edges, alike?.likely ?? null, together));
  const { roots, unlike } = await findClusters(engine, { numbered, links, kept }, alike);
  const compared = alike && unlike && { likeness: alike.likeness, likely: alike.likely, unlike };
  return { normalised, identified, links, roots, compared };
};

/** What says too little to be somebody is not compared either. */
const profilesOf = async (
  engine: Engine,
  normalised: Normalised,
  identified: Relation,
): Promise<Relation> => {
  const profiles = await stageProfiles(engine, normalised);
  await engine.run(sql`delete from ${profiles} where node not in (select node from ${identified})`);
  return profiles;
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
