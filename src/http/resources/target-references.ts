// References of a target: its scope, the dataset of its key, the resources in its filter and limit, and the
// columns of its structure. A request checks all of them; a build checks again what may have changed.

import { withinRanks } from "../../delivery/columns.js";
import { structureOf } from "../../delivery/structure.js";
import { namedPersonas } from "../../domain/personas/persona-set.js";
import { nearest } from "../../domain/resource/nearest.js";
import type { PersonaCondition, Reference, TargetConfig } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import type { ReferencedResources } from "../referenced.js";
import { mappedFields, payloadOf } from "./scope.js";

/** IDs in the configuration, except the dataset of its key. */
export const namedIn = ({ scope_id, connection_id, filter }: TargetConfig): string[] => [
  scope_id,
  ...(connection_id === undefined ? [] : [connection_id]),
  ...(filter?.cohort_membership ?? []).map(({ cohort_id }) => cohort_id),
  ...(filter?.persona ?? []).map(({ persona_set_id }) => persona_set_id),
];

/**
 * IDs of the resources that the target depends on; refuses unknown ones, `holdout-missing`, `contacts-missing` and
 * `economics-missing`. Needs the named resources and all datasets.
 */
export const referencesOf = (config: TargetConfig, referenced: ReferencedResources): string[] => {
  const { scope_id: scopeId, connection_id: connectionId, options, representation, filter } = config;
  const ids = [referenced.require("scopes", scopeId, "scope_id")];
  if (connectionId !== undefined) ids.push(referenced.requireConnection(connectionId, options.type));
  const cohorts = (filter?.cohort_membership ?? []).map(({ cohort_id }, i) =>
    referenced.require("cohorts", cohort_id, `filter.cohort_membership.${i}.cohort_id`),
  );
  const personaSets = (filter?.persona ?? []).map((condition, i) => requirePersona(condition, i, referenced));
  if (representation.mode === "referenced") ids.push(requireKey(representation.reference, referenced));
  checkOutcomes(config, referenced);
  const scope = referenced.find("scopes", scopeId)!;
  if (filter?.holdout?.length && !scope.config.holdout && !scope.result?.lastingHoldout)
    throw refuse("holdout-missing");
  const contactsStream = scope.config.holdout?.contacts_stream;
  if (contactsStream === undefined && filter?.contacted?.some(({ stream_name }) => stream_name === undefined))
    throw refuse("contacts-missing", { field: "filter.contacted.stream_name" });
  if (filter?.contact?.length && !scope.config.economics) throw refuse("economics-missing");
  checkStructure(config, referenced);
  return [...new Set([...ids, ...cohorts, ...personaSets])];
};

/** The ID of the set. Refuses `persona-unknown` if the set has been built; before, its personas are unknown. */
const requirePersona = (
  { persona_set_id: setId, persona_id: id }: PersonaCondition,
  place: number,
  referenced: ReferencedResources,
): string => {
  referenced.require("persona_sets", setId, `filter.persona.${place}.persona_set_id`);
  const { name: set, config, result } = referenced.find("persona_sets", setId)!;
  if (!result || result.personas.some((persona) => persona.id === id)) return setId;
  const personas = namedPersonas(config, result.personas).map((persona) => `${persona.name} (${persona.id})`);
  throw refuse("persona-unknown", { set, id, personas: personas.join(", ") }, [
    {
      path: `filter.persona.${place}.persona_id`,
      message: "is not a persona of the set",
      context: { errorType: "unknown_reference" },
    },
  ]);
};

/** Refuses `reference-column-unknown`. */
const requireKey = (
  { dataset_id: id, column_name: column }: Reference,
  referenced: ReferencedResources,
): string => {
  referenced.require("datasets", id, "representation.reference.dataset_id");
  const dataset = referenced.find("datasets", id)!;
  const columns = dataset.config.reference_key_columns ?? [];
  if (columns.includes(column)) return id;
  const meant = nearest(column, columns);
  const hint = meant ? ` Did you mean ${meant}?` : "";
  const known = columns.length > 0 ? columns.join(", ") : "none";
  throw refuse("reference-column-unknown", { dataset: dataset.name, column, hint, columns: known }, [
    {
      path: "representation.reference.column_name",
      message: "is not a reference key column of the dataset",
      ...(meant && { suggestion: meant }),
      context: { errorType: "unknown_column" },
    },
  ]);
};

/** Refuses `outcome-not-in-payload`. */
const checkOutcomes = ({ scope_id, filter, limit }: TargetConfig, referenced: ReferencedResources): void => {
  const scored = referenced.find("scopes", scope_id)!.config.payload.outcome_ids;
  const written = [
    ...(filter?.outcome_probability ?? []).map(({ outcome_id }) => [
      "filter.outcome_probability",
      outcome_id,
    ]),
    ...(filter?.outcome_percentile ?? []).map(({ outcome_id }) => ["filter.outcome_percentile", outcome_id]),
    ...(limit?.outcome_id === undefined ? [] : [["limit.outcome_id", limit.outcome_id]]),
  ];
  for (const [field, id] of written)
    if (!scored.includes(id!))
      throw refuse("outcome-not-in-payload", { field, id, outcomes: scored.join(", ") || "none" });
};

/** Refuses `recommender-not-in-payload`, and what `structureOf` refuses. */
const checkStructure = (config: TargetConfig, referenced: ReferencedResources): void => {
  const payload = payloadOf(referenced.find("scopes", config.scope_id)!, referenced);
  structureOf(config, {
    representation: config.representation,
    mapped: mappedFields(referenced),
    payload: withinRanks(payload, config.filter?.recommender_rank),
  });
};
