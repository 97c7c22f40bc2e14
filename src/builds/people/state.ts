// Resolution state: what a people build stores for the next, so that only changes are resolved again. The
// next build uses it if the same step version left it, in the same mode and country. Otherwise everything is
// resolved again.

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Country } from "../../domain/people/identity/phones.js";
import type { ResolutionMode } from "../../domain/people/matching.js";
import type { Decisions } from "../../domain/people/people.js";
import type { Mixture } from "../../model/matching/mixture.js";
import type { Engine } from "../../warehouse/engine.js";
import { addRows } from "../../warehouse/layers.js";
import type { BlockFinding } from "../../warehouse/matching/candidates.js";
import { stateFiles } from "../../warehouse/persons/resolution-state.js";
import { peopleFiles } from "../../warehouse/relations.js";
import { allRows, unionOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { peopleVersion } from "./version.js";

/**
 * Fitted model of pairs, and where blocking may have missed pairs. Plain data; explanations of links are
 * computed from it.
 */
export interface MatchModel {
  /** Step version and mode that fitted it. */
  version: number;
  mode: ResolutionMode;
  mixture: Mixture;
  blocks: BlockFinding[];
}

/** Stored as JSON, with these names. */
export interface StateFacts {
  version: number;
  mode: ResolutionMode;
  country: Country;
  /** Number of reference identities, which are the nodes below it: see `reference.ts`. */
  reference: number;
  /** Whether any e-mail address is known only by its hash: a new record can reveal the address of an old hash. */
  hasHashes: boolean;
  decisions: Decisions;
}

export interface PreviousState {
  dir: string;
  facts: StateFacts;
  model: MatchModel | null;
}

/**
 * Below this, every build is a full resolution, which takes seconds. Also the smallest number of reference
 * identities.
 */
export const minIncrementalIdentities = 20_000;

/** Null where a full resolution is due. */
export const readPreviousState = async (
  previousDir: string | null,
  { mode, country }: Pick<StateFacts, "mode" | "country">,
  minIdentities: number,
): Promise<PreviousState | null> => {
  const facts = previousDir === null ? null : await readStateFacts(previousDir);
  if (previousDir === null || facts === null) return null;
  if (facts.version !== peopleVersion || facts.mode !== mode || facts.country !== country) return null;
  if (facts.reference < minIdentities) return null;
  return { dir: previousDir, facts, model: await readMatchModel(peopleFiles(previousDir).matching) };
};

/** Null in a directory without state. */
export const readStateFacts = async (dir: string): Promise<StateFacts | null> => {
  const { facts } = stateFiles(dir);
  return existsSync(facts) ? (JSON.parse(await readFile(facts, "utf8")) as StateFacts) : null;
};

export const writeStateFacts = async (dir: string, facts: StateFacts): Promise<void> => {
  const { facts: file } = stateFiles(dir);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(facts));
};

/** Null where no pairs were compared. */
export const readMatchModel = async (file: string): Promise<MatchModel | null> =>
  existsSync(file) ? (JSON.parse(await readFile(file, "utf8")) as MatchModel | null) : null;

export const writeMatchModel = (dir: string, model: MatchModel | null): Promise<void> =>
  writeFile(peopleFiles(dir).matching, JSON.stringify(model));

/**
 * Stores clusters and matched pairs. `matches`: new ones only; null where no pairs were compared. `previous`:
 * with the matched pairs whose records are both still there.
 */
export const storeLinks = async (
  engine: Engine,
  dir: string,
  { matches, clusters }: { matches: Relation | null; clusters: Relation },
  previous: { dir: string; matches: Relation; isAnyRemoved: boolean } | null,
): Promise<void> => {
  const files = stateFiles(dir);
  await engine.writeParquet(allRows(clusters), files.clusters);
  if (matches === null) return;
  if (previous === null) await engine.writeParquet(allRows(matches), files.matches);
  else if (previous.isAnyRemoved)
    await engine.writeParquet(unionOf(matches, previous.matches), files.matches);
  else await addRows(engine, stateFiles(previous.dir).matches, files.matches, allRows(matches));
};
