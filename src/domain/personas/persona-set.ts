// Persona sets: the people of a cohort clustered into a few groups. A persona keeps its id from build to
// build, and its name as long as it is true, so that reports over time refer to the same group.

import { type Static, Type } from "@sinclair/typebox";
import type { EpochSeconds } from "../resource/resource.js";
import { byName, closed, described, id, nameOf, optional } from "../resource/schema.js";
import { type NamingWord, untaken } from "./persona-names.js";

export const maxPersonas = 20;

const dimensions = (description: string, example: string[]) =>
  Type.Array(nameOf("Name of a field."), { maxItems: 100, description, examples: [example] });

export const personaSetConfig = closed({
  cohort_id: id("the cohort whose members are grouped"),
  modeling_fields: optional(
    Type.Array(nameOf("Name of a field."), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        "Fields to group people by: traits (with or without the prefix `fig/`), properties, streams, or features as outcomes name them. " +
        "Absent: frequency, recency, tenure, value and products of purchases, and all traits.",
    }),
  ),
  clustering_dimensions: optional(
    described(
      "The same as modeling_fields, by where the fields come from.",
      closed({
        traits: optional(dimensions("Names of traits.", ["plan"])),
        attributes: optional(dimensions("Names of further traits. A prefix `fig/` is ignored.", ["fig/age"])),
        streams: optional(
          byName(
            dimensions("Names of properties. An empty list means the stream's usual fields.", ["value"]),
            {
              maxProperties: 100,
              description: "Properties, by stream.",
              examples: [{ transaction: ["value"] }],
            },
          ),
        ),
        attribute_max_observation_date: optional(
          Type.String({ format: "date", description: "Accepted without effect: traits have no dates." }),
        ),
      }),
    ),
  ),
  number_of_clusters: optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPersonas,
      description:
        "Number of personas. Absent: the number that separates people best, usually three to eight.",
    }),
  ),
  explore: optional(Type.Boolean({ description: "Accepted without effect: there is no map." })),
  preview: optional(
    Type.Boolean({ description: "Accepted without effect: personas are always built whole." }),
  ),
  persona_names: optional(byName(Type.String(), { description: "Names given by the owner, by persona ID." })),
});
export type PersonaSetConfig = Static<typeof personaSetConfig>;

/** Names of the fields to group people by; undefined: the usual ones. */
export const chosenFields = ({
  modeling_fields,
  clustering_dimensions: dimensions,
}: Pick<PersonaSetConfig, "modeling_fields" | "clustering_dimensions">): string[] | undefined => {
  if (modeling_fields || !dimensions) return modeling_fields;
  const { traits = [], attributes = [], streams = {} } = dimensions;
  const ofStreams = Object.entries(streams).flatMap(([stream, properties]) =>
    properties.length === 0 ? [stream] : properties.map((property) => `${stream}.${property}`),
  );
  const fields = [...new Set([...traits, ...attributes, ...ofStreams])];
  return fields.length > 0 ? fields : undefined;
};

/** A difference of a persona's people from the whole cohort, by means over people with a known value. */
export interface Distinction {
  name: string;
  literate: string;
  value: number;
  average: number;
  /** In standard deviations of the cohort, on the scale of the clustering. */
  difference: number;
}

/** Percentages are of the counts of a persona's bins of a trait, 0 to 100. */
export type DimensionBin =
  | { data_type: "number"; min: number; max?: number; count: number; percent: number }
  | { data_type: "text"; value: string; count: number; percent: number };

/** Distribution of a persona's people over a trait or feature. */
export interface PersonaDimension {
  trait_name: string;
  bins: DimensionBin[];
}

export interface Persona {
  id: string;
  /** The generated name; the owner's name is in the configuration. */
  name: string;
  /** The meaning of the name's words; empty for a generic name. */
  named_for: NamingWord[];
  /** A sentence about the distinctive features of its people. */
  portrait: string;
  individuals_count: number;
  /** The largest first. */
  distinctions: Distinction[];
  /** Means by name of trait or feature, null without known values. */
  center: Record<string, number | null>;
  dimensions: PersonaDimension[];
}

export interface PersonaSetResult {
  population_count: number;
  /** The largest first. */
  personas: Persona[];
  /** Number of personas ever created, since ids are not reused. */
  personas_made: number;
  /** Names of the features used for clustering. */
  fields: string[];
  /**
   * The numbers of personas that were compared, with their silhouette, −1 to 1; empty where the number was
   * configured.
   */
  candidates: { clusters: number; silhouette: number }[];
  /** People by persona, in the order of `personas`, at past cutoffs, oldest first, and now. */
  flow: { cutoff: EpochSeconds; counts: number[] }[];
}

/** The displayed name of every persona: the owner's, or else the generated one, with a number where names collide. */
export const namedPersonas = (
  { persona_names: given = {} }: PersonaSetConfig,
  personas: readonly Pick<Persona, "id" | "name">[],
): { id: string; name: string }[] => {
  const taken = new Set(personas.flatMap(({ id }) => given[id]?.toLowerCase() ?? []));
  return personas.map(({ id, name }) => ({ id, name: given[id] ?? untaken(name, taken) }));
};
