// A persona set tells the people of a cohort apart into a few groups of people alike. A persona keeps its id, and its name
// as far as it stays true, from build to build, so that whoever speaks of it tomorrow speaks of the same people.

import { type Static, Type } from "@sinclair/typebox";
import { type NamingWord, untaken } from "./persona-names.js";
import type { EpochSeconds } from "./resource.js";
import { closed, id, optional } from "./schema.js";

export const maxPersonas = 20;

export const personaSetConfig = closed({
  cohort_id: id("the cohort whose members are grouped"),
  modeling_fields: optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        "Fields to group people by: traits (with or without the prefix `fig/`), properties, streams, or features as outcomes name them. " +
        "Absent: frequency, recency, tenure, value and products of purchases, and all traits.",
    }),
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
  persona_names: optional(
    Type.Record(Type.String(), Type.String(), { description: "Names given by the owner, by persona ID." }),
  ),
});
export type PersonaSetConfig = Static<typeof personaSetConfig>;

/** In what a persona's people differ from all the cohort's, by means over those of whom it is known. */
export interface Distinction {
  name: string;
  literate: string;
  value: number;
  average: number;
  /** In standard deviations of the cohort, on the scale on which people were told apart. */
  difference: number;
}

/** Percentages are of the counts of a persona's bins of a trait, 0 to 100. */
export type DimensionBin =
  | { data_type: "number"; min: number; max?: number; count: number; percent: number }
  | { data_type: "text"; value: string; count: number; percent: number };

/** How a persona's people are distributed over a trait or feature. */
export interface PersonaDimension {
  trait_name: string;
  bins: DimensionBin[];
}

export interface Persona {
  id: string;
  /** As the service calls it; the owner's name for it is in the configuration. */
  name: string;
  /** What the name says; empty where it says nothing in particular. */
  named_for: NamingWord[];
  /** In a sentence, what sets its people apart. */
  portrait: string;
  individuals_count: number;
  /** The greatest first. */
  distinctions: Distinction[];
  /** Means by name of trait or feature, null where it is known of nobody. */
  center: Record<string, number | null>;
  dimensions: PersonaDimension[];
}

export interface PersonaSetResult {
  population_count: number;
  /** The largest first. */
  personas: Persona[];
  /** How many personas there have ever been, for no id is given twice. */
  personas_made: number;
  /** Names of the features by which people were told apart. */
  fields: string[];
  /** The numbers of personas that were tried, and how well apart they were, −1 to 1; none where the number was given. */
  candidates: { clusters: number; silhouette: number }[];
  /** Oldest first, the last as of now: people by persona, in the order of `personas`. */
  flow: { cutoff: EpochSeconds; counts: number[] }[];
}

/** Every persona by the name it goes by: its owner's, or else the service's, told apart by a number where they are alike. */
export const namedPersonas = (
  { persona_names: given = {} }: PersonaSetConfig,
  personas: readonly Pick<Persona, "id" | "name">[],
): { id: string; name: string }[] => {
  const taken = new Set(personas.flatMap(({ id }) => given[id]?.toLowerCase() ?? []));
  return personas.map(({ id, name }) => ({ id, name: given[id] ?? untaken(name, taken) }));
};
