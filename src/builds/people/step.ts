// People step: resolves the identities of all datasets to people, and writes the links that join their
// records. The origin of a person's earliest identity gives them their id.

import { existsSync } from "node:fs";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { ResultOf } from "../../domain/kinds/kinds.js";
import type { PeopleConfig } from "../../domain/people/people.js";
import { countryOf, modeOf, type PeopleResult } from "../../domain/people/people.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { assert } from "../../errors/refusal.js";
import { heldRates } from "../../model/matching/fit.js";
import type { Engine } from "../../warehouse/engine.js";
import { findNumberConflicts } from "../../warehouse/persons/contradictions.js";
import {
  datasetCoverage,
  findResolution,
  peopleByDataset,
  peopleOfOneDataset,
} from "../../warehouse/persons/findings.js";
import { identitiesByDataset } from "../../warehouse/persons/identities.js";
import { personTraits } from "../../warehouse/persons/persons.js";
import { findTraits } from "../../warehouse/persons/trait-findings.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { inFiles } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { Step, StepTools } from "../kind/kind.js";
import { findContinued } from "./incremental/changes.js";
import { recountPeople } from "./incremental/row-counts.js";
import { refuseFirstMerges, refuseSuddenMerges } from "./merge-guard.js";
import { type PastPeople, writePast } from "./past.js";
import { applyPrivacyLists, stagePrivacyLists } from "./privacy-lists.js";
import type { ResolutionSources } from "./resolution-input.js";
import { resolvePeople } from "./resolve.js";
import { minIncrementalIdentities } from "./state.js";
import { writePeople } from "./write.js";

export interface PeopleInput {
  config: PeopleConfig;
  datasets: {
    id: string;
    dir: string;
    result: DatasetResult;
    /**
     * Mode of a privacy list, whose people are left out of everything: they asked not to be looked at, or not
     * to be known.
     */
    privacy: DatasetConfig["privacy"];
  }[];
  /** The previous people build, whose ids stay; null for the first. */
  previousDir: string | null;
  /** The result of that build; absent or null for the first. */
  previousResult?: PeopleResult | null;
  /** Whether a past build is made again, which nobody has to accept. */
  isReplayed?: true;
  /** Only people who were known before a moment, of those of today's build: see `past.ts`. Absent: all. */
  past?: PastPeople;
}

export const buildPeople: Step<PeopleInput, ResultOf<"people">> = (input, tools) =>
  input.past
    ? writePast(input.past, input.datasets, tools)
    : peopleFrom(input, tools, minIncrementalIdentities);

/** `minIncremental`: see `ResolutionSources`. */
export const peopleFrom = async (
  input: PeopleInput,
  { engine, dir, now, progress }: StepTools,
  minIncremental: number,
): Promise<PeopleResult> => {
  const { config, datasets, previousDir, previousResult = null, isReplayed } = input;
  assert(datasets.length > 0, "people need at least one dataset");
  const inputs = datasets.map((dataset) => datasetFiles(dataset.dir));
  const identities = inputs.map((input) => relation(input.identities));
  const files = peopleFiles(dir);

  progress(0, "Reading identities");
  const lists = await stagePrivacyLists(engine, datasets, identities, countryOf(config));
  const excluded = lists?.contacts.excluded ?? null;
  const sources = { ...sourcesOf(input, identities, excluded), minIncremental, dir };
  const continued = await findContinued(engine, sources, modeOf(config));
  const recounted = continued && (await recountPeople(engine, sources, continued.state, continued.changes));
  const resolve = async () => {
    const resolution = await resolvePeople(engine, sources, continued, modeOf(config), progress);
    progress(0.7, "Writing people");
    const applied = lists && (await applyPrivacyLists(engine, lists, resolution, { dir, previousDir }));
    const { conflicts, numbered } = resolution.input;
    const written = await writePeople(engine, sources, resolution, applied?.excluded ?? null, now);
    return { ...written, conflicts, numbered, model: resolution.model, applied };
  };
  const { sizes, changing, conflicts, numbered, model, applied } = recounted
    ? { ...recounted, applied: null }
    : await resolve();
  const persons = relation(files.persons);
  const traits = inFiles(inputs.map((input) => input.traits));
  await engine.writeParquet(personTraits(traits, persons), files.traits);

  progress(0.9, "Counting");
  const datasetPeople = await stageDatasetPeople(engine, identities, persons, sizes);
  const coverage = await coverageById(engine, datasets, datasetPeople);
  const resolved = { sizes, datasetPeople, persons, matches: relation(files.matches), changing };
  const findings = await findResolution(engine, resolved, modeOf(config), coverage);
  const mayName = datasets.every(({ privacy }) => privacy === undefined);
  if (previousResult) refuseSuddenMerges(config, previousResult, findings);
  else if (!isReplayed) await refuseFirstMerges(engine, config, { identities, persons, mayName });
  const people_count = await engine.count(sizes);
  return {
    people_count,
    data_through: dataThrough(datasets.map((dataset) => dataset.result)),
    datasets: coverage,
    traits: await findTraits(engine, relation(files.traits), listsOf(datasets), people_count),
    resolution: {
      ...findings,
      number_conflicts: await findNumberConflicts(engine, conflicts, numbered, persons),
      ...(model && { held_rates: heldRates(model.mixture) }),
    },
    ...(applied && { privacy: applied.privacy }),
    ...(applied?.forgotten != null && { forgotten: applied.forgotten }),
  };
};

const sourcesOf = (
  { config, datasets, previousDir }: PeopleInput,
  identities: readonly Relation[],
  excluded: Relation | null,
): Omit<ResolutionSources, "minIncremental" | "dir"> => {
  const inputs = datasets.map((dataset) => datasetFiles(dataset.dir));
  return {
    identities,
    origins: inputs.map(({ origins }) => (existsSync(origins) ? relation(origins) : null)),
    datasetDirs: datasets.map((dataset) => dataset.dir),
    excluded,
    rowLinks: inFiles(inputs.map((input) => input.links)),
    country: countryOf(config),
    decisions: config.decisions ?? { together: [], apart: [] },
    previousDir,
    keepsState: datasets.every(({ privacy }) => privacy !== "delete"),
  };
};

/** One row per dataset and person with a record in it. */
const stageDatasetPeople = (
  engine: Engine,
  identities: readonly Relation[],
  persons: Relation,
  sizes: Relation,
): Promise<Relation> =>
  engine.createTable(
    "dataset_person",
    identities.length === 1
      ? peopleOfOneDataset(sizes)
      : peopleByDataset(identitiesByDataset(identities), persons, sizes),
  );

/** Traits that are lists in any dataset. */
const listsOf = (datasets: PeopleInput["datasets"]): string[] =>
  datasets.flatMap(({ result }) =>
    Object.entries(result.trait_sources).flatMap(([name, { isList }]) => (isList ? [name] : [])),
  );

/** Just after the newest event of the dated streams; null before the first. */
const dataThrough = (results: readonly DatasetResult[]): number | null => {
  const newest = results
    .flatMap((result) => Object.values(result.streams))
    .flatMap((stream) => (stream.isDated && stream.newest !== null ? [stream.newest] : []));
  return newest.length > 0 ? Math.max(...newest) + 1 : null;
};

const coverageById = async (
  engine: Engine,
  datasets: PeopleInput["datasets"],
  datasetPeople: Relation,
): Promise<PeopleResult["datasets"]> => {
  type Coverage = {
    source: number;
    identified_count: number;
    matched_count: number;
    identified_rows: number;
  };
  const rows = await engine.rows<Coverage>(datasetCoverage(datasetPeople));
  const counted = datasets.map(({ id, result }, i) => {
    const {
      identified_count = 0,
      matched_count = 0,
      identified_rows = 0,
    } = rows.find(({ source }) => source === i) ?? {};
    const { parsed, duplicates, valid, allowed } = result.funnel;
    const countedRows = parsed - duplicates - (valid - allowed);
    return [
      id,
      { identified_count, matched_count, unidentified_rows: countedRows - identified_rows },
    ] as const;
  });
  return Object.fromEntries(counted);
};
