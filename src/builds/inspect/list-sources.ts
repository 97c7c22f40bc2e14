// Sources of lists: a pipeline's stored scores, with everything that a row of a list shows. Nothing is
// rebuilt: the last results count.

import { randomUUID } from "node:crypto";
import path from "node:path";
import type { ListForm, ListRequest, RecentContacts } from "../../domain/campaign/list.js";
import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { countryOf } from "../../domain/people/people.js";
import { namedPersonas } from "../../domain/personas/persona-set.js";
import type { ScopeConfig } from "../../domain/pipeline/scope.js";
import { type EpochSeconds, type ResourceType, singular } from "../../domain/resource/resource.js";
import type { Representation } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import { findResource, findResources, listResources, type Resource } from "../../store/resources.js";
import { goalOf } from "../target/goal.js";
import type { ContactsSource, TargetInput, TargetOutcome } from "../target/input.js";
import type { GeographySources } from "./geography.js";
import type { LocationSources } from "./locations.js";
import type { Records } from "./records.js";

export interface ListSources {
  input: TargetInput;
  /** Where the list is written; it does not exist yet. */
  outDir: string;
  /** Name of the listed outcome. */
  outcomeName: string;
}

export interface RankedSources {
  /** Contacts that leave people out, with the cutoff of the scores; absent without. */
  contacts?: ContactsSource & { cutoff: EpochSeconds };
  scopeDir: string;
  peopleDir: string;
  outcome: TargetOutcome;
  /** Index of the outcome in the scores. */
  place: number;
  /** See `ScoringModel`. */
  levelMargin: number | null;
}

type ScopeToList = Pick<ListRequest, "scopeId" | "outcomeId" | "contacts">;

type Built<T extends ResourceType> = Resource<T> & {
  result: NonNullable<Resource<T>["result"]>;
  resultDir: string;
};

/** Refuses `result-not-ready`. */
const built = <T extends ResourceType>(resource: Resource<T> | undefined, type: T): Built<T> => {
  if (!resource?.result || resource.resultDir === null)
    throw refuse("result-not-ready", { type: singular[type], status: resource?.status ?? "new" });
  return resource as Built<T>;
};

/** The scope and the people of its account. Refuses `resource-unknown`, `result-not-ready`. */
const readScope = async (scopeId: string, { db, accountId }: Records) => {
  const scope = await findResource(db, accountId, "scopes", scopeId);
  if (!scope) throw refuse("resource-unknown", { type: singular.scopes, id: scopeId });
  const [people] = await listResources(db, accountId, "people");
  return { scope: built(scope, "scopes"), people: built(people, "people") };
};

/** Refuses `resource-unknown`, `result-not-ready`. */
export const geographySources = async (
  { scopeId }: { scopeId: string },
  recorded: Records,
): Promise<GeographySources> => {
  const { scope, people } = await readScope(scopeId, recorded);
  const { db, accountId, dataDir } = recorded;
  const at = ({ resultDir }: { resultDir: string }) => path.join(dataDir, resultDir);
  const cohorts = await listResources(db, accountId, "cohorts", scope.config.population.cohort_ids);
  return {
    scopeDir: at(scope),
    peopleDir: at(people),
    cohorts: cohorts.flatMap(({ id, resultDir }) =>
      resultDir === null ? [] : [{ id, dir: at({ resultDir }) }],
    ),
  };
};

/** Refuses `resource-unknown`, `result-not-ready`. */
export const locationSources = async (
  { atlasId }: { atlasId: string },
  { db, accountId, dataDir }: Records,
): Promise<LocationSources> => {
  const atlas = await findResource(db, accountId, "atlases", atlasId);
  if (!atlas) throw refuse("resource-unknown", { type: singular.atlases, id: atlasId });
  return { atlasDir: path.join(dataDir, built(atlas, "atlases").resultDir) };
};

/** The outcomes in the order of the scores' columns, which is that of the result. */
const outcomesOf = async (
  { result }: Built<"scopes">,
  { db, accountId, dataDir }: Records,
): Promise<TargetOutcome[]> => {
  const ids = Object.keys(result.outcomes);
  const outcomes = (await findResources(db, accountId, ids)).filter((each) => each.type === "outcomes");
  const cohortIds = outcomes.flatMap(({ config }) =>
    [config.attainment_cohort_id, config.eligible_cohort_id].filter((id) => id !== undefined),
  );
  const cohorts = await findResources(db, accountId, [...new Set(cohortIds)]);
  const streams = await listResources(db, accountId, "streams");
  return ids.map((id) => {
    const outcome = built(
      outcomes.find((each) => each.id === id),
      "outcomes",
    );
    const goal = goalOf(outcome, {
      cohort: (wanted) =>
        cohorts.filter((each) => each.type === "cohorts").find((each) => each.id === wanted),
      stream: (name) => streams.find((stream) => stream.name === name),
    });
    return { id, name: outcome.name, goal, dir: path.join(dataDir, outcome.resultDir) };
  });
};

/** Refuses `contacts-missing`, `stream-unknown`, `result-not-ready`. */
const readContacts = async (
  { days, stream: named }: RecentContacts,
  { config }: Built<"scopes">,
  { db, accountId, dataDir }: Records,
): Promise<ContactsSource> => {
  const name = named ?? config.holdout?.contacts_stream;
  if (name === undefined) throw refuse("contacts-missing", { field: "contacts_stream" });
  const streams = (await listResources(db, accountId, "streams")).filter(isInUse);
  const stream = streams.find((each) => each.name === name);
  const known = streams.map((each) => each.name).sort();
  if (!stream) throw refuse("stream-unknown", { name, streams: known.join(", ") || "none" });
  return { days, dir: path.join(dataDir, built(stream, "streams").resultDir) };
};

/**
 * Refuses `outcome-not-in-payload`, `list-without-outcome` and what `readScope` and `readContacts` refuse.
 */
export const rankedSources = async (
  { scopeId, outcomeId, contacts }: ScopeToList,
  records: Records,
): Promise<RankedSources> => {
  const { scope, people } = await readScope(scopeId, records);
  const outcomes = await outcomesOf(scope, records);
  const place = outcomeId === undefined ? 0 : outcomes.findIndex(({ id }) => id === outcomeId);
  const outcome = outcomes[place];
  if (outcome === undefined && outcomeId === undefined) throw refuse("list-without-outcome");
  if (outcome === undefined) {
    const known = outcomes.map(({ id }) => id).join(", ");
    throw refuse("outcome-not-in-payload", { field: "outcome_id", id: outcomeId!, outcomes: known });
  }
  return {
    ...(contacts && {
      contacts: { ...(await readContacts(contacts, scope, records)), cutoff: scope.result.data_through },
    }),
    scopeDir: path.join(records.dataDir, scope.resultDir),
    peopleDir: path.join(records.dataDir, people.resultDir),
    outcome,
    place,
    levelMargin: scope.result.outcomes[outcome.id]?.model?.level_margin ?? null,
  };
};

const representations: Record<ListForm, Representation> = {
  spreadsheet: { mode: "identified", aggregate: "person", transform_preset: "spreadsheet" },
  klaviyo: { mode: "identified", aggregate: "person", transform_preset: "klaviyo" },
  mailchimp: { mode: "identified", aggregate: "person", transform_preset: "mailchimp" },
  meta: { mode: "hashed", transform_preset: "facebook" },
  google: { mode: "hashed", transform_preset: "google_ads" },
  api: { mode: "identified", aggregate: "person" },
};

/** Refuses what `rankedSources` refuses, and `uplift-unproven`. */
export const listSources = async (request: ListRequest, records: Records): Promise<ListSources> => {
  const { db, accountId, dataDir, workDir } = records;
  const { outcome, contacts } = await rankedSources(request, records);
  const { scope, people } = await readScope(request.scopeId, records);
  if (request.by === "uplift" && !hasUplift(scope, outcome.id)) throw refuse("uplift-unproven");
  const outcomes = await outcomesOf(scope, records);
  const datasets = (await listResources(db, accountId, "datasets")).filter(isInUse);
  const dirOf = ({ resultDir }: { resultDir: string }) => path.join(dataDir, resultDir);
  const config = await payloadToList(request.form, scope, outcomes);
  const input: TargetInput = {
    config: {
      scope_id: scope.id,
      representation: representations[request.form],
      options: { type: "hosted_csv", locale: request.locale, gzip: request.gzip },
    },
    list: { ...selectionOf(request), outcomeId: outcome.id },
    ...(contacts && { contacts: [contacts] }),
    scope: {
      dir: dirOf(scope),
      result: scope.result,
      config,
      outcomes,
      ...(await readPayload(config.payload, records)),
    },
    filterCohorts: [],
    filterPersonaSets: [],
    peopleDir: dirOf(people),
    people: people.result,
    country: countryOf(people.config),
    identityColumns: mappedFields(datasets),
    datasetDirs: datasets.flatMap(({ id, resultDir }) =>
      resultDir !== null && id in people.result.datasets ? [path.join(dataDir, resultDir)] : [],
    ),
    referenceDir: null,
  };
  return { input, outDir: path.join(workDir, `list-${randomUUID()}`), outcomeName: outcome.name };
};

/** Whether its people have an uplift of this outcome. */
const hasUplift = ({ result: { holdout } }: Built<"scopes">, outcomeId: string): boolean =>
  holdout?.outcome_id === outcomeId && holdout.uplift?.segments !== undefined;

const selectionOf = ({ by, top, topPercent, minChance, withAttained, withHeldOut }: ListRequest) => ({
  by,
  ...(top !== undefined && { top }),
  ...(topPercent !== undefined && { topPercent }),
  ...(minChance !== undefined && { minChance }),
  withAttained,
  withHeldOut,
});

/**
 * Everyone who is asked for, whether or not the pipeline is enabled; the API's own columns alone need the
 * rest of the payload.
 */
const payloadToList = async (
  form: ListForm,
  { config }: Built<"scopes">,
  outcomes: readonly TargetOutcome[],
): Promise<ScopeConfig> => {
  const outcome_ids = outcomes.map(({ id }) => id);
  const { explainability = false } = config.payload;
  const payload = form === "api" ? { ...config.payload, outcome_ids } : { outcome_ids, explainability };
  return { ...config, preview: false, payload };
};

const readPayload = async (
  { cohort_ids = [], persona_set_ids = [], recommender_ids = [] }: ScopeConfig["payload"],
  { db, accountId, dataDir }: Records,
): Promise<Pick<TargetInput["scope"], "cohorts" | "personaSets" | "recommenders">> => {
  const found = await findResources(db, accountId, [...cohort_ids, ...persona_set_ids, ...recommender_ids]);
  const read = <T extends ResourceType>(type: T, ids: readonly string[]) =>
    ids.map((wanted) => built(found.find(({ id }) => id === wanted) as Resource<T> | undefined, type));
  const named = ({ id, name, resultDir }: { id: string; name: string; resultDir: string }) => ({
    id,
    name,
    dir: path.join(dataDir, resultDir),
  });
  return {
    cohorts: read("cohorts", cohort_ids).map(named),
    personaSets: read("persona_sets", persona_set_ids).map((set) => ({
      ...named(set),
      personas: namedPersonas(set.config, set.result.personas),
    })),
    recommenders: read("recommenders", recommender_ids).map((recommender) => ({
      ...named(recommender),
      popular: recommender.result.popular,
    })),
  };
};

const isInUse = ({ archivedAt }: Resource): boolean => archivedAt === null;

const mappedFields = (datasets: readonly Resource<"datasets">[]): IdentityField[] => {
  const sets = datasets.flatMap(({ config }) => Object.values(config.identity_sets));
  return identityFields.filter((field) => sets.some((set) => set[field] !== undefined));
};
