// What a people build leaves to the next: the model by which pairs were weighed, the pairs that were found alike, and those that
// were found unlike although links join them. Between two fits of the model only what is new is compared.

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { ResolutionMode } from "../../domain/matching.js";
import type { Mixture } from "../../model/matching/likelihood.js";
import type { Engine } from "../../warehouse/engine.js";
import type { BlockFinding } from "../../warehouse/matching/candidates.js";
import { freshProfiles, pairsByKey } from "../../warehouse/matching/remembered.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { stepVersions } from "../plan/fingerprint.js";

/** What pairs are weighed by, and where pairs may have been missed. Plain data, from which receipts are written. */
export interface Likeness {
  /** Of the step and the mode that found it. */
  version: number;
  mode: ResolutionMode;
  mixture: Mixture;
  blocks: BlockFinding[];
}

export interface Memory {
  likeness: Likeness;
  /** One row per pair: see `pairsByKey`. */
  likely: Relation;
  unlike: Relation;
  /** One row per profile that is new since: node. */
  fresh: Relation;
}

/** The model is fitted anew when there are so many more profiles than those that it was fitted to. */
const mostGrowth = 1.2;
/** Of fewer all are compared, which takes seconds: then no order in which files arrive can change anything. */
const fewest = 20_000;

/** Null where everything is to be compared: at first, after a change of what is compared, and once there is much more. */
export const recall = async (
  engine: Engine,
  previousDir: string | null,
  mode: ResolutionMode,
  profiles: Relation,
  numbered: Relation,
): Promise<Memory | null> => {
  if (previousDir === null) return null;
  const files = peopleFiles(previousDir);
  const likeness = await readLikeness(files.matching);
  if (likeness === null || likeness.mode !== mode || likeness.version !== stepVersions.people) return null;
  const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${profiles}`);
  if (count < fewest || count > mostGrowth * likeness.mixture.profiles) return null;
  const known = relation(files.persons);
  const fresh = await engine.createTable("fresh_profile", freshProfiles(profiles, numbered, known));
  return { likeness, likely: relation(files.likely), unlike: relation(files.unlike), fresh };
};

/** What pairs of a build were weighed by; null where nothing was compared. */
export const readLikeness = async (file: string): Promise<Likeness | null> =>
  existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as Likeness | null) : null;

export interface Compared {
  likeness: Likeness;
  likely: Relation;
  unlike: Relation;
}

/** Null: nothing was compared. */
export const remember = async (
  engine: Engine,
  dir: string,
  compared: Compared | null,
  numbered: Relation,
): Promise<void> => {
  const files = peopleFiles(dir);
  await writeFile(files.matching, JSON.stringify(compared?.likeness ?? null));
  if (compared === null) return;
  await engine.writeParquet(pairsByKey(compared.likely, numbered), files.likely);
  await engine.writeParquet(pairsByKey(compared.unlike, numbered), files.unlike);
};
