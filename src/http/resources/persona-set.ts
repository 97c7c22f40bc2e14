// Persona sets on the way in and out.

import {
  namedPersonas,
  type Persona,
  type PersonaSetConfig,
  type PersonaSetResult,
  personaSetConfig,
} from "../../domain/personas/persona-set.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { named } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { Draft, RenderInput } from "../kind.js";
import { conform } from "../validation.js";
import { dataThrough, isoSeconds, nameOf, oneSpelling, recordOf } from "./record.js";

export const renderPersonaSet = (set: Resource<"persona_sets">, { referenced }: RenderInput): JsonObject => {
  const { config, result } = set;
  const { persona_names: _names, ...shown } = config;
  return recordOf(set, {
    ...shown,
    cohort: config.cohort_id,
    cohort_name: nameOf(referenced, "cohorts", config.cohort_id),
    personas: result ? renderPersonas(config, result) : undefined,
    population_count: result?.population_count,
    fields_used: result?.fields,
    candidates: result?.candidates,
    data_through: dataThrough(referenced),
  });
};

export const renderPersonas = (config: PersonaSetConfig, { personas }: PersonaSetResult): JsonObject[] =>
  namedPersonas(config, personas).map(({ name }, place) => renderPersona(name, personas[place]!));

const renderPersona = (name: string, persona: Persona): JsonObject => {
  const { id, individuals_count, portrait, distinctions, center, dimensions } = persona;
  const bins = Object.fromEntries(dimensions.map(({ trait_name, bins }) => [trait_name, bins]));
  return { id, name, individuals_count, portrait, distinctions, details: { center, bins } };
};

export const renderPersonaDimensions = ({ personas }: PersonaSetResult): JsonObject[] =>
  personas.map(({ id, dimensions }) => ({ persona_id: id, traits: dimensions }));

export const renderPersonaFlow = ({ personas, flow }: PersonaSetResult): JsonObject[] =>
  personas.map(({ id }, place) => ({
    persona_id: id,
    days: flow.map(({ cutoff, counts }) => ({ date: isoSeconds(cutoff), count: counts[place]! })),
  }));

/** Requests may write the cohort as `cohort` or `cohort_id`. */
export const respellPersonaSet = (body: JsonObject): JsonObject => oneSpelling(body, "cohort_id", "cohort");

const draft = named(personaSetConfig);

export const parsePersonaSet = (body: JsonObject): Draft<"persona_sets"> => {
  const { name, ...config } = conform(draft, body);
  if (config.modeling_fields && config.clustering_dimensions)
    throw refuse("spelling-conflict", { first: "modeling_fields", second: "clustering_dimensions" });
  return { name, config };
};
