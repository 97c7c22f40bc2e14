// Scopes (pipelines) on the way in and out. Requests may write the population as `include` or `cohort_ids`;
// answers contain both, and the columns that are available to targets.

import { identityColumns, type Named, type PayloadColumn, payloadColumns } from "../../delivery/columns.js";
import { defaultStructure, structureColumn } from "../../delivery/structure.js";
import { isByAmount } from "../../domain/campaign/economics.js";
import { checkWorth } from "../../domain/campaign/economics-config.js";
import { holdoutOutcome } from "../../domain/campaign/holdout.js";
import { checkLocationProperties } from "../../domain/cohort/location-part.js";
import { locationProperties } from "../../domain/data/atlas.js";
import { identityFields } from "../../domain/data/dataset.js";
import { measuresOf } from "../../domain/outcome/value.js";
import { predictedColumnsOf } from "../../domain/pipeline/predicted-columns.js";
import { payloadAtlasIds, type ScopeConfig, scopeConfig } from "../../domain/pipeline/scope.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { named } from "../../domain/resource/schema.js";
import type { Reference, Representation } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { conform } from "../validation.js";
import { dataThrough, oneSpelling, recordOf } from "./record.js";
import { renderWarning } from "./verdict.js";

export const renderScope = (scope: Resource<"scopes">, { referenced, links }: RenderInput): JsonObject => {
  const { config, result } = scope;
  return recordOf(scope, {
    ...config,
    population: { include: config.population.cohort_ids, ...config.population },
    population_count: result?.population_count,
    list_url: result === null ? undefined : links.dated(scope, `/scopes/${scope.id}/list.csv`),
    columns: columnsOf(scope, referenced),
    warnings: result?.warnings?.map(renderWarning),
    data_through: dataThrough(referenced),
  });
};

const columnsOf = (scope: Resource<"scopes">, referenced: ReferencedResources): JsonObject => {
  const payload = payloadOf(scope, referenced);
  const mapped = mappedFields(referenced);
  const columnsFor = (representation: Representation) =>
    defaultStructure({ representation, mapped, payload }, false).map(structureColumn);
  const keys = referenced.all("datasets").flatMap(keysOf);
  return {
    identity_columns: identityColumns(mapped),
    payload_columns: payload.map(({ name, human_name }) => ({ name, human_name })),
    columns_for_mode: {
      identified: columnsFor({ mode: "identified", aggregate: "person" }),
      hashed: columnsFor({ mode: "hashed" }),
      ...(keys[0] && { referenced: columnsFor({ mode: "referenced", reference: keys[0] }) }),
      aggregated: columnsFor({ mode: "aggregated", aggregate: "postcode" }),
    },
  };
};

const keysOf = ({ id, config }: Resource<"datasets">): Reference[] =>
  (config.reference_key_columns ?? []).map((column_name) => ({ dataset_id: id, column_name }));

export const respellScope = (body: JsonObject): JsonObject => {
  const { population } = body;
  if (!isObject(population)) return body;
  return { ...body, population: oneSpelling(population, "cohort_ids", "include", "population.") };
};

const draft = named(scopeConfig);

/**
 * Throws `scope-without-outcomes`, `outcome-missing`, `outcome-not-in-payload`, `economics-worth-unclear` or
 * `location-bounds-inverted`.
 */
export const parseScope = (body: JsonObject): Draft<"scopes"> => {
  const { name, ...config } = conform(draft, body);
  const {
    outcome_ids: outcomes,
    cohort_ids: cohorts = [],
    persona_set_ids: personaSets = [],
    recommender_ids: recommenders = [],
  } = config.payload;
  if (outcomes.length + cohorts.length + personaSets.length + recommenders.length === 0)
    throw refuse("scope-without-outcomes");
  checkDeciding(config);
  checkDistances(config);
  if (config.economics) checkWorth(config.economics);
  return { name, config };
};

/** Refuses `location-bounds-inverted`. */
const checkDistances = ({ payload }: ScopeConfig): void => {
  const { min_distance: min, max_distance: max } = payload.location?.conditions ?? {};
  if (min !== undefined && max !== undefined && min > max)
    throw refuse("location-bounds-inverted", { min, max });
};

/** Requires that the outcomes of a hold-out and of economics are in the payload. */
const checkDeciding = ({ holdout, economics, payload }: ScopeConfig): void => {
  const known = payload.outcome_ids;
  for (const [field, about] of Object.entries({ holdout, economics })) {
    if (!about || holdoutOutcome(about, known) !== undefined) continue;
    if (known.length === 0) throw refuse("outcome-missing", { field });
    const outcomes = known.join(", ");
    throw refuse("outcome-not-in-payload", { field: `${field}.outcome_id`, id: about.outcome_id!, outcomes });
  }
};

/** Refuses `margin-without-amounts`. Needs the outcomes. */
export const checkMargin = (
  { economics, payload }: Pick<ScopeConfig, "economics" | "payload">,
  referenced: ReferencedResources,
): void => {
  if (!economics || !isByAmount(economics)) return;
  const outcome = referenced.find("outcomes", holdoutOutcome(economics, payload.outcome_ids));
  const { value } = outcome?.config ?? {};
  if (outcome && !(value && measuresOf(value).includes("amount")))
    throw refuse("margin-without-amounts", { outcome: outcome.name });
};

/** Refuses `active-deciding`. Needs the outcomes. */
export const checkActive = (
  { holdout, economics, payload }: Pick<ScopeConfig, "holdout" | "economics" | "payload">,
  referenced: ReferencedResources,
): void => {
  for (const [field, about] of Object.entries({ holdout, economics })) {
    const outcome = about && referenced.find("outcomes", holdoutOutcome(about, payload.outcome_ids));
    if (outcome?.config.active_cohort_id !== undefined)
      throw refuse("active-deciding", { outcome: outcome.name, field });
  }
};

/** IDs of the payload's atlases. Refuses `resource-unknown`, `location-property-unknown`. Needs the atlases. */
export const requireAtlases = (config: ScopeConfig, referenced: ReferencedResources): string[] => {
  const ids = payloadAtlasIds(config).map((id, i) =>
    referenced.require("atlases", id, `payload.location.conditions.atlas_ids[${i}]`),
  );
  const atlases = ids.flatMap((id) => referenced.find("atlases", id)?.config ?? []);
  const { location } = config.payload;
  if (location)
    checkLocationProperties(
      location.conditions,
      atlases.flatMap(locationProperties),
      "payload.location.conditions",
    );
  return ids;
};

/** Columns of a scope's payload, known before any build. Needs the outcomes, cohorts, persona sets and recommenders. */
export const payloadOf = (
  { config: { payload, holdout, economics }, result }: Pick<Resource<"scopes">, "config" | "result">,
  referenced: ReferencedResources,
): PayloadColumn[] => {
  const isRecurring = (id: string) => result?.outcomes[id]?.recurring !== undefined;
  const { outcome_ids: outcomeIds, cohort_ids: cohortIds = [], attributes = [], explainability } = payload;
  const named = (type: "cohorts" | "persona_sets" | "recommenders", ids: readonly string[]): Named[] =>
    ids.flatMap((id) => referenced.find(type, id) ?? []);
  return payloadColumns({
    outcomes: outcomeIds.flatMap((id) => {
      const outcome = referenced.find("outcomes", id);
      return outcome
        ? [{ ...outcome, predictedColumns: predictedColumnsOf(outcome.config, isRecurring(id)) }]
        : [];
    }),
    cohorts: named("cohorts", cohortIds),
    personaSets: named("persona_sets", payload.persona_set_ids ?? []),
    recommenders: named("recommenders", payload.recommender_ids ?? []),
    attributes,
    isExplained: explainability ?? false,
    hasHoldout: holdout !== undefined || result?.lastingHoldout !== undefined,
    hasContacts: economics !== undefined,
    hasLocation: payload.location !== undefined,
  });
};

/** Identity fields that any dataset maps. Needs all datasets. */
export const mappedFields = (referenced: ReferencedResources): string[] => {
  const sets = referenced.all("datasets").flatMap(({ config }) => Object.values(config.identity_sets));
  return identityFields.filter((field) => sets.some((set) => set[field] !== undefined));
};
