// Sources of inspections: the plain data and directories that each answer is computed from, read from the store.

import { randomUUID } from "node:crypto";
import path from "node:path";
import { atlasIds, type CohortConfig } from "../../domain/cohort/cohort.js";
import { streamsOf } from "../../domain/cohort/cohort-count.js";
import { shownName } from "../../domain/data/stream.js";
import type { InspectionInput, InspectionName } from "../../domain/kinds/inspection.js";
import type { ArchiveRequest } from "../../domain/kinds/person-archive.js";
import { type OutcomeConfig, outcomeCohortIds } from "../../domain/outcome/outcome.js";
import { listReviewed, noDecisions, type OwnReview } from "../../domain/people/decisions.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { ResolutionMode } from "../../domain/people/matching.js";
import { countryOf, type Decisions, modeOf } from "../../domain/people/people.js";
import { namedPersonas } from "../../domain/personas/persona-set.js";
import { payloadIds } from "../../domain/pipeline/scope.js";
import { comparableBuilds, type ScoredBuild } from "../../domain/pipeline/score-change.js";
import { type EpochSeconds, singular } from "../../domain/resource/resource.js";
import { assert, refuse } from "../../errors/refusal.js";
import { noPeopleYet } from "../../store/people.js";
import { findResources, listResources, type Resource } from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import { checkCohort } from "../cohort/check.js";
import { type AccountSnapshot, accountSnapshot } from "../kind/snapshot.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";
import { type ChangesSources, changesSources } from "./changes-sources.js";
import type { GeographySources } from "./geography.js";
import { type LeftOutSources, leftOutSources } from "./left-out-sources.js";
import {
  geographySources,
  type ListSources,
  listSources,
  locationSources,
  type RankedSources,
  rankedSources,
} from "./list-sources.js";
import type { LocationSources } from "./locations.js";
import { type MoverSources, moverSources } from "./mover-sources.js";
import { type ArchiveParts, archiveParts } from "./person-archive-sources.js";
import type { Records } from "./records.js";

export interface Sources {
  person: PeopleSources;
  records: PeopleSources;
  pair: PairSources;
  people: PeopleSources;
  crosswalk: CrosswalkSources;
  review: ReviewSources;
  unidentified: PeopleSources;
  person_events: PeopleSources & { account: AccountSnapshot };
  person_scores: ScoreSources;
  person_archive: ArchiveSources;
  patterns: null;
  cohort_preview: CohortSources;
  outcome_preview: OutcomeSources;
  retention: { account: AccountSnapshot };
  people_states: { account: AccountSnapshot };
  treatment: { account: AccountSnapshot };
  geography: GeographySources;
  locations: LocationSources;
  suggestions: { account: AccountSnapshot };
  left_out_rows: LeftOutSources;
  changes: ChangesSources;
  list: ListSources;
  top_people: RankedSources;
  reach: RankedSources;
  movers: MoverSources;
}

export interface PeopleSources {
  peopleDir: string;
  /** The country of telephone numbers without a country code. */
  country: Country;
  /** The datasets whose records are among the people. */
  datasets: { id: string; dir: string }[];
  /** Decisions of the owner, also those that the last build does not have yet. */
  decisions: Decisions;
}

export interface PairSources extends PeopleSources {
  mode: ResolutionMode;
}

export interface ReviewSources extends PeopleSources {
  /** Decisions about pairs of a review. */
  reviewed: readonly OwnReview[];
}

const reviewSources = async (_: unknown, recorded: Records): Promise<ReviewSources> => {
  const [people] = await listResources(recorded.db, recorded.accountId, "people");
  return { ...(await peopleSources(recorded)), reviewed: people ? listReviewed(people.config) : [] };
};

export interface CrosswalkSources extends PeopleSources {
  /** Names of datasets, by id. */
  names: Record<string, string>;
  /** Where the file is written; it does not exist yet. */
  outDir: string;
}

/** Refuses what `noPeopleYet` gives, also where no dataset is left. */
const crosswalkSources = async (_: unknown, recorded: Records): Promise<CrosswalkSources> => {
  const { db, accountId, workDir } = recorded;
  const sources = await peopleSources(recorded);
  const [people] = await listResources(db, accountId, "people");
  if (sources.datasets.length === 0) throw noPeopleYet(people);
  const datasets = await listResources(db, accountId, "datasets");
  const names = Object.fromEntries(datasets.map(({ id, name }) => [id, name]));
  return { ...sources, names, outDir: path.join(workDir, `crosswalk-${randomUUID()}`) };
};

const pairSources = async (_: unknown, recorded: Records): Promise<PairSources> => {
  const sources = await peopleSources(recorded);
  const [people] = await listResources(recorded.db, recorded.accountId, "people");
  const { config, result } = people!;
  return {
    ...sources,
    mode: result?.resolution.mode ?? modeOf(config),
  };
};

/** Refuses what `noPeopleYet` gives before people are resolved for the first time. */
export const peopleSources = async ({ db, dataDir, accountId }: Records): Promise<PeopleSources> => {
  const [people] = await listResources(db, accountId, "people");
  if (!people?.resultDir || !people.result) throw noPeopleYet(people);
  const datasets = await listResources(db, accountId, "datasets", Object.keys(people.result.datasets));
  return {
    peopleDir: path.join(dataDir, people.resultDir),
    country: countryOf(people.config),
    decisions: people.config.decisions ?? noDecisions,
    datasets: datasets.flatMap(({ id, resultDir }) =>
      resultDir === null ? [] : [{ id, dir: path.join(dataDir, resultDir) }],
    ),
  };
};

/** Without privacy lists. */
const dataSources = async (_: unknown, recorded: Records): Promise<PeopleSources> => {
  const { datasets, ...sources } = await peopleSources(recorded);
  const ids = datasets.map(({ id }) => id);
  const found = await listResources(recorded.db, recorded.accountId, "datasets", ids);
  const lists = new Set(found.filter(({ config }) => config.privacy !== undefined).map(({ id }) => id));
  return { ...sources, datasets: datasets.filter(({ id }) => !lists.has(id)) };
};

export interface ScoreSources extends PeopleSources {
  scopes: ScoredScope[];
}

export interface ScoredScope {
  id: string;
  name: string;
  dir: string;
  dataThrough: EpochSeconds;
  /** Each with its index in the scores. */
  outcomes: { id: string; name: string; place: number; dir: string | null; past: ScoredBuild[] }[];
  personaSets: { id: string; name: string; dir: string; personas: { id: string; name: string }[] }[];
}

/** Pipelines in the order of lists. Refuses what `noPeopleYet` gives before people are resolved for the first time. */
export const scoreSources = async (recorded: Records): Promise<ScoreSources> => {
  const { db, accountId, dataDir } = recorded;
  const people = await peopleSources(recorded);
  const scopes = await listResources(db, accountId, "scopes");
  const named = await findResources(db, accountId, [
    ...new Set(scopes.flatMap(({ config }) => payloadIds(config))),
  ]);
  return { ...people, scopes: scopes.flatMap((scope) => scoredScope(scope, named, dataDir)) };
};

/**
 * Empty for a pipeline that is archived or has no result. Columns of scores are in the order of the payload
 * that they were made with, which is the order of the result's outcomes. Outcomes that the payload no longer
 * has are left out.
 */
const scoredScope = (
  { id, name, config: { payload }, result, resultDir, archivedAt }: Resource<"scopes">,
  named: readonly Resource[],
  dataDir: string,
): ScoredScope[] => {
  if (archivedAt !== null || result === null || resultDir === null) return [];
  const outcomes = Object.keys(result.outcomes).flatMap((outcomeId, place) => {
    const outcome = named.find((resource) => resource.id === outcomeId);
    return outcome && payload.outcome_ids.includes(outcomeId)
      ? [
          {
            id: outcomeId,
            name: outcome.name,
            place,
            dir: outcome.resultDir && path.join(dataDir, outcome.resultDir),
            past: result.builds ? comparableBuilds(result.builds, outcomeId) : [],
          },
        ]
      : [];
  });
  const personaSets = (payload.persona_set_ids ?? []).flatMap((setId) => {
    const set = named.find((resource) => resource.id === setId);
    return set?.type === "persona_sets" ? scoredPersonas(set, dataDir) : [];
  });
  const scored = { id, name, outcomes, personaSets, dir: path.join(dataDir, resultDir) };
  return [{ ...scored, dataThrough: result.data_through }];
};

const scoredPersonas = (
  { id, name, config, result, resultDir }: Resource<"persona_sets">,
  dataDir: string,
): ScoredScope["personaSets"] =>
  result === null || resultDir === null
    ? []
    : [{ id, name, dir: path.join(dataDir, resultDir), personas: namedPersonas(config, result.personas) }];

export interface ArchiveSources extends ScoreSources, ArchiveParts {
  account: AccountSnapshot;
  /** Display names of streams, by machine name. */
  streamNames: Record<string, string>;
}

/** Refuses what `noPeopleYet` gives before people are resolved for the first time. */
const archiveSources = async (request: ArchiveRequest, recorded: Records): Promise<ArchiveSources> => {
  const scored = await scoreSources(recorded);
  const { account, streams } = await readAccount(recorded);
  const streamNames = Object.fromEntries(streams.map((stream) => [stream.name, shownName(stream)]));
  return { ...scored, account, streamNames, ...(await archiveParts(request, recorded, scored.datasets)) };
};

export interface CohortSources {
  account: AccountSnapshot;
  /** Names of datasets in use that are not read yet. */
  unread: string[];
}

export interface OutcomeSources {
  spec: OutcomeSpec;
  /** Names of the cohorts. */
  names: { attainment: string; eligible: string | null; active: string | undefined };
  /** Display names of streams, by machine name. */
  streamNames: Record<string, string>;
  account: AccountSnapshot;
}

/** The account as a cohort would read it now. Refuses `result-not-ready` and what a cohort's step refuses. */
export const cohortSources = async (config: CohortConfig, recorded: Records): Promise<CohortSources> => {
  const { db, accountId } = recorded;
  const { account, streams, places, atlases } = await readAccount(recorded);
  requireBuilt(config, [...streams, ...places, ...atlases]);
  checkCohort(config, account);
  const datasets = await listResources(db, accountId, "datasets");
  const unread = datasets.filter(
    (dataset) => isInUse(dataset) && !dataset.config.preview && dataset.status !== "ready",
  );
  return { account, unread: unread.map(({ name }) => name).sort() };
};

/** The account as an outcome would read it now; its cohorts exist. Refuses the same. */
export const outcomeSources = async (config: OutcomeConfig, recorded: Records): Promise<OutcomeSources> => {
  const { db, accountId } = recorded;
  const { account, streams, places, atlases } = await readAccount(recorded);
  const found = await findResources(db, accountId, outcomeCohortIds(config));
  const cohort = (id: string | undefined): Resource<"cohorts"> | null => {
    const named = found.find((resource) => resource.id === id);
    assert(id === undefined || named?.type === "cohorts", `there is no cohort ${id}`);
    return named?.type === "cohorts" ? named : null;
  };
  const attainment = cohort(config.attainment_cohort_id)!;
  const [eligible, attrition] = [cohort(config.eligible_cohort_id), cohort(config.attrition_cohort_id)];
  const active = cohort(config.active_cohort_id);
  const definitions = [attainment, eligible, attrition, active].flatMap((each) => each?.config ?? []);
  for (const definition of definitions) {
    requireBuilt(definition, [...streams, ...places, ...atlases]);
    checkCohort(definition, account);
  }
  return {
    spec: {
      config,
      attainment: attainment.config,
      eligible: eligible?.config ?? null,
      attrition: attrition?.config ?? null,
      ...(active && { active: active.config }),
    },
    names: { attainment: attainment.name, eligible: eligible?.name ?? null, active: active?.name },
    streamNames: Object.fromEntries(streams.map((stream) => [stream.name, shownName(stream)])),
    account,
  };
};

/**
 * A stream, place or atlas without a result is waited for. One that does not exist is refused by the check of the
 * definition.
 */
const requireBuilt = (
  definition: CohortConfig,
  known: readonly (Resource<"streams"> | Resource<"places"> | Resource<"atlases">)[],
): void => {
  const { place_conditions = [] } = definition;
  const measured = [...place_conditions.map(({ place_id }) => place_id), ...atlasIds(definition)];
  const isNamed = ({ type, id, name }: (typeof known)[number]) =>
    type === "streams" ? streamsOf(definition).includes(name) : measured.includes(id);
  const waiting = known.find((resource) => isNamed(resource) && resource.result === null);
  if (waiting)
    throw refuse("result-not-ready", {
      type: `${singular[waiting.type]} ${waiting.name}`,
      status: waiting.status,
    });
};

interface RecordedAccount {
  account: AccountSnapshot;
  streams: Resource<"streams">[];
  places: Resource<"places">[];
  atlases: Resource<"atlases">[];
}

/** The account as of the last builds, and every stream, place and atlas in use. Refuses what `noPeopleYet` gives. */
export const readAccount = async ({ db, dataDir, accountId }: Records): Promise<RecordedAccount> => {
  const [people] = await listResources(db, accountId, "people");
  if (!people?.resultDir || !people.result) throw noPeopleYet(people);
  const streams = (await listResources(db, accountId, "streams")).filter(isInUse);
  const places = (await listResources(db, accountId, "places")).filter(isInUse);
  const atlases = (await listResources(db, accountId, "atlases")).filter(isInUse);
  const files = people.result.data_through === null ? await listUploads(db, accountId) : [];
  const datasets = await listResources(db, accountId, "datasets");
  const resources = [people, ...datasets, ...streams, ...places, ...atlases];
  const account = accountSnapshot(resources, files, dataDir);
  return { account, streams, places, atlases };
};

const isInUse = ({ archivedAt }: Resource): boolean => archivedAt === null;

type Readers = {
  [Q in InspectionName]: (input: InspectionInput<Q>, recorded: Records) => Promise<Sources[Q]>;
};

const ofPeople = (_: unknown, recorded: Records) => peopleSources(recorded);

const ofAccount = async (_: unknown, recorded: Records) => ({
  account: (await readAccount(recorded)).account,
});

const readers: Readers = {
  person: ofPeople,
  pair: pairSources,
  records: ofPeople,
  people: ofPeople,
  crosswalk: crosswalkSources,
  review: reviewSources,
  unidentified: dataSources,
  person_events: async (_, recorded) => ({
    ...(await peopleSources(recorded)),
    account: (await readAccount(recorded)).account,
  }),
  person_scores: (_, recorded) => scoreSources(recorded),
  person_archive: archiveSources,
  patterns: async () => null,
  cohort_preview: cohortSources,
  outcome_preview: outcomeSources,
  retention: ofAccount,
  people_states: ofAccount,
  treatment: ofAccount,
  geography: geographySources,
  locations: locationSources,
  suggestions: ofAccount,
  left_out_rows: leftOutSources,
  changes: changesSources,
  list: listSources,
  top_people: rankedSources,
  reach: rankedSources,
  movers: (request, recorded) =>
    moverSources(request, recorded, async () => (await readAccount(recorded)).account),
};

/** Refuses `result-not-ready` if a result is missing, and what the reader of its sources refuses. */
export const sourcesOf = <Q extends InspectionName>(
  inspection: Q,
  input: InspectionInput<Q>,
  recorded: Records,
): Promise<Sources[Q]> => readers[inspection](input, recorded);
