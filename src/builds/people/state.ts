// What a people build leaves to the next. Nobody but the next build reads it, and that only if it was left by the same step in
// the same mode; otherwise, and once there is much more than all was last compared, everything is found anew.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Country } from "../../domain/identity/phones.js";
import type { ResolutionMode } from "../../domain/matching.js";
import type { Decisions } from "../../domain/people.js";
import type { Mixture } from "../../model/matching/mixture.js";
import type { Engine } from "../../warehouse/engine.js";
import { addRows } from "../../warehouse/layers.js";
import type { BlockFinding } from "../../warehouse/matching/candidates.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { type Relation, sql } from "../../warehouse/sql/sql.js";
import { peopleVersion } from "./version.js";

/** What pairs are weighed by, and where pairs may have been missed. Plain data, from which receipts are written. */
export interface MatchModel {
  /** Of the step and the mode that found it. */
  version: number;
  mode: ResolutionMode;
  mixture: Mixture;
  blocks: BlockFinding[];
}

/**
 * What is remembered besides relations. A node is the number of an identity; nodes stay from build to build.
 *
 * `identities.parquet`  see `knownIdentities`; and `spelled.parquet` what they tell, see `spelledIdentities`.
 * `values.parquet`      see `shareableValues`.
 * `profiles.parquet`    see `keptProfiles`.
 * `edges.parquet`       those of `gatherEdges` that are about a value, laid over by about; `row-edges.parquet` those of a row.
 * `likely.parquet`      one row per pair that was found alike, see `weighedTable`.
 * `clusters.parquet`    see `warehouse/persons/clusters.ts`.
 * `sizes.parquet`       see `personSizes`.
 * `everybodys.parquet`  see `stageEverybodys`. `births.parquet`: see `birthSigns`.
 */
export const stateFiles = (dir: string) => {
  const at = (name: string) => path.join(dir, "remembered", name);
  return {
    facts: at("facts.json"),
    identities: at("identities.parquet"),
    spelled: at("spelled.parquet"),
    values: at("values.parquet"),
    profiles: at("profiles.parquet"),
    edges: at("edges.parquet"),
    rowEdges: at("row-edges.parquet"),
    likely: at("likely.parquet"),
    clusters: at("clusters.parquet"),
    sizes: at("sizes.parquet"),
    everybodys: at("everybodys.parquet"),
    births: at("births.parquet"),
  };
};

export interface StateFacts {
  version: number;
  mode: ResolutionMode;
  country: Country;
  /** Identities when everything was last found anew. */
  anew: number;
  /** Whether any e-mail address is known by its hash: a new record can tell what an old hash is of. */
  hasHashes: boolean;
  decisions: Decisions;
}

export interface PreviousState {
  dir: string;
  facts: StateFacts;
  model: MatchModel | null;
}

/** Of fewer identities all are compared, which takes seconds: then no order in which files arrive can change anything. */
export const minIncrementalIdentities = 20_000;

/** Null where everything is to be found anew. */
export const readPreviousState = async (
  previousDir: string | null,
  { mode, country }: Pick<StateFacts, "mode" | "country">,
  fewest: number,
): Promise<PreviousState | null> => {
  if (previousDir === null || !existsSync(stateFiles(previousDir).facts)) return null;
  const facts = JSON.parse(await readFile(stateFiles(previousDir).facts, "utf8")) as StateFacts;
  if (facts.version !== peopleVersion || facts.mode !== mode || facts.country !== country) return null;
  if (facts.anew < fewest) return null;
  return { dir: previousDir, facts, model: await readMatchModel(peopleFiles(previousDir).matching) };
};

export const writeStateFacts = async (dir: string, facts: StateFacts): Promise<void> => {
  const { facts: file } = stateFiles(dir);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(facts));
};

/** What pairs of a build were weighed by; null where nothing was compared. */
export const readMatchModel = async (file: string): Promise<MatchModel | null> =>
  existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as MatchModel | null) : null;

export const writeMatchModel = (dir: string, likeness: MatchModel | null): Promise<void> =>
  writeFile(peopleFiles(dir).matching, JSON.stringify(likeness));

/** Of the build before: its directory, its likely pairs that are still there, and whether any are not. */
interface PreviousMatches {
  dir: string;
  matches: Relation;
  isAnyRemoved: boolean;
}

/** Keeps who is linked, and what was found alike: null where nothing was compared, and without the pairs of `earlier`. */
export const storeLinks = async (
  engine: Engine,
  dir: string,
  { likely, clusters }: { likely: Relation | null; clusters: Relation },
  earlier: PreviousMatches | null,
): Promise<void> => {
  const files = stateFiles(dir);
  const all = (rows: Relation) => sql`select * from ${rows}`;
  await engine.writeParquet(all(clusters), files.clusters);
  if (likely === null) return;
  if (earlier === null) await engine.writeParquet(all(likely), files.likely);
  else if (earlier.isAnyRemoved)
    await engine.writeParquet(sql`${all(likely)} union all by name ${all(earlier.matches)}`, files.likely);
  else await addRows(engine, stateFiles(earlier.dir).likely, files.likely, all(likely));
};
